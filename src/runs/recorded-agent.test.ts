import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeText } from '../core/bytes.ts';
import { loadBaseModel, type BaseModel } from '../policy/model.ts';
import { readRecordedAgent, recordedAdapter } from './recorded-agent.ts';
import { recordingPath, type RecordingFile } from './recording.ts';

const PUBLIC = new URL('../../public/', import.meta.url);

function shipped(recording: string) {
  return async (file: RecordingFile) => new Uint8Array(readFileSync(new URL(recordingPath(recording, file), PUBLIC)));
}

describe('the recordings that the site ships', () => {
  let base: BaseModel;

  beforeAll(async () => {
    const { recipe } = (await readRecordedAgent(shipped('code-lake'))).recording;
    base = await loadBaseModel(
      async (file) => new Uint8Array(readFileSync(new URL(`models/${recipe.base}/${file}`, PUBLIC))),
    );
  });

  for (const name of readdirSync(new URL('recorded/', PUBLIC))) {
    it(`${name}: is whole, with an adapter that fits its base`, async () => {
      const agent = await readRecordedAgent(shipped(name));
      expect(agent.recording.recipe.environment.startsWith(`${name}/`)).toBe(true);
      const adapter = await recordedAdapter(agent, base.config);
      expect(adapter.some((value) => value !== 0)).toBe(true);
    });
  }
});

describe('an agent that is not the recorded one', () => {
  /** The shipped files but one. */
  function altered(file: RecordingFile, change: (bytes: Uint8Array) => Uint8Array) {
    return async (path: RecordingFile) => {
      const bytes = await shipped('code-lake')(path);
      return path === file ? change(bytes) : bytes;
    };
  }

  it('is refused where one bit of its adapter differs', async () => {
    const flipped = altered('adapter_model.safetensors', (bytes) => bytes.with(bytes.length - 1, 1));
    await expect(readRecordedAgent(flipped)).rejects.toMatchObject({
      kind: 'bad-file',
      message: expect.stringMatching(/not the adapter that was recorded/) as string,
    });
  });

  it('is refused where its adapter belongs to another base, or names none', async () => {
    for (const config of ['{"base_model_name_or_path":"other-01234567"}', '{}']) {
      const other = altered('adapter_config.json', () => encodeText(config));
      await expect(readRecordedAgent(other)).rejects.toMatchObject({
        kind: 'bad-file',
        message: expect.stringMatching(/does not name the base waymark-/) as string,
      });
    }
  });
});
