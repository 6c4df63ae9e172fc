/** Runs as files: the zip itself, and, behind a manifest that is right again, every file in it. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zipSync, type Zippable } from 'fflate';
import { encodeJson, encodeText } from '../../../src/core/bytes.ts';
import type { RandomStream } from '../../../src/core/random.ts';
import type { AgentContent } from '../../../src/runs/agent-files.ts';
import { MANIFEST } from '../../../src/runs/archive-manifest.ts';
import { ARCHIVE_LIMITS, readArchive, writeArchive } from '../../../src/runs/run-archive.ts';
import { type Files, unpackFiles } from '../../../src/runs/zip-files.ts';
import { receiptedContent } from '../../runs/sample-content.ts';
import { sampleEvaluation, sampleHeader } from '../../runs/sample-run.ts';
import { anyBytes, mutateBytes } from '../mutate-bytes.ts';
import { hostileJson, mutateJson, TELLING_TEXTS } from '../mutate-json.ts';
import { requireSame, type Target } from '../target.ts';

const TIME = new Date(1980, 0, 1);
const PROTO = '__proto__';
const STAND_IN = '@@proto@@';
const BOMB_BYTES = 2 ** 20 + 1;

/** Names that lead out of the folder, to other files, or to the same one twice. */
const TELLING_NAMES: readonly string[] = [
  '../run.json',
  '/etc/passwd',
  'C:\\run.json',
  'lives\\000001.json',
  'lives/../run.json',
  './run.json',
  'run.json/',
  'run.json\u0000.png',
  'RUN.JSON',
  'run.json ',
  'rüñ.json',
  PROTO,
  'lives/000000.json',
  'lives/999999.json',
  'checkpoints/000001/state.safetensors',
  'a/'.repeat(120),
];

const AGENT: AgentContent = {
  agent: {
    agent: 'otter-7/code-lake/4x4:17',
    run: 'otter-7',
    iteration: 2,
    recipe: sampleHeader().recipe,
    adapter: new Float32Array([0.5, -1]),
    life: {
      world: 'code-lake/4x4:17',
      seed: 3,
      temperature: 1,
      noteRule: 'lenient-cut',
      lived: 0,
      solved: 0,
      versions: [{ version: 0, task: 0, words: [], origin: 'born' }],
      awaitingUpdate: null,
    },
  },
  lived: [],
};

interface Source {
  readonly version: number;
  /** All but the manifest. */
  readonly files: Files;
  readonly zip: Uint8Array;
}

function source(version: number, zip: Uint8Array): Source {
  const files = new Map(unpackFiles(zip, ARCHIVE_LIMITS));
  files.delete(MANIFEST);
  return { version, files, zip };
}

const WHOLE = { ...(await receiptedContent(2)), evaluations: [sampleEvaluation(2)], agents: [AGENT] };
const SOURCES: readonly Source[] = [
  source(2, await writeArchive(WHOLE, null)),
  source(1, new Uint8Array(readFileSync('test/fixtures/archives/v1.waymark'))),
];

/** With a manifest that says of every file what is true. */
function sealed(version: number, files: Files, random: RandomStream): Uint8Array {
  const listed = [...files].map(([path, bytes]) => {
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const manifest: unknown = { format: 'waymark-archive', version, files: listed };
  const said = random.nextInteger(20) === 0 ? mutateJson(manifest, random) : manifest;
  return zipped(
    new Map([[MANIFEST, encodeText(hostileJson(said, random))], ...files]),
    random.nextInteger(4) === 0 ? 1 : 0,
  );
}

function zipped(files: Files, level: 0 | 1): Uint8Array {
  // fflate cannot write an object's own words, so such a name is put in afterwards.
  const entries: Zippable = Object.fromEntries(
    [...files].map(([name, bytes]) => [name.replace(PROTO, STAND_IN), bytes]),
  );
  const zip = Buffer.from(zipSync(entries, { level, mtime: TIME }));
  for (let at = zip.indexOf(STAND_IN); at >= 0; at = zip.indexOf(STAND_IN, at)) zip.write(PROTO, at);
  return zip;
}

/** One file of the run, changed so that it is still what it was, or no longer. */
function mutateFile(path: string, bytes: Uint8Array, random: RandomStream, other: Uint8Array): Uint8Array {
  if (path.endsWith('.json') && random.nextInteger(4) > 0) {
    return encodeText(hostileJson(mutateJson(JSON.parse(Buffer.from(bytes).toString()), random), random));
  }
  if (path.endsWith('.jsonl') && random.nextInteger(4) > 0) {
    const lines = Buffer.from(bytes).toString().trimEnd().split('\n');
    const at = random.nextInteger(lines.length);
    lines[at] = hostileJson(mutateJson(JSON.parse(lines[at]), random), random);
    return encodeText(lines.map((line) => `${line}\n`).join(''));
  }
  return mutateBytes(bytes, random, other);
}

function mutateFiles({ files }: Source, random: RandomStream): Files {
  const changed = new Map(files);
  const paths = [...files.keys()];
  const path = random.pick(paths);
  const bytes = files.get(path) ?? new Uint8Array();
  switch (random.nextInteger(12)) {
    case 0:
      changed.delete(path);
      return changed;
    case 1:
      changed.set(random.pick([...TELLING_NAMES, ...TELLING_TEXTS]).slice(0, 1000), bytes);
      return changed;
    case 2:
      changed.set(path, files.get(random.pick(paths)) ?? bytes);
      return changed;
    case 3:
      // Rare, because it takes as long as it may.
      changed.set(path, random.nextInteger(8) === 0 ? new Uint8Array(BOMB_BYTES) : anyBytes(random, 100));
      return changed;
    default:
      changed.set(path, mutateFile(path, bytes, random, files.get(random.pick(paths)) ?? bytes));
      return changed;
  }
}

function makeArchive(random: RandomStream): Uint8Array {
  const from = random.nextInteger(3) > 0 ? SOURCES[0] : SOURCES[1];
  switch (random.nextInteger(10)) {
    case 0:
      return random.nextInteger(4) === 0 ? anyBytes(random, 400) : from.zip;
    case 1:
    case 2:
      return mutateBytes(from.zip, random, random.pick(SOURCES).zip);
    case 3:
      return mutateBytes(zipped(new Map([[MANIFEST, encodeJson({})], ...from.files]), 0), random);
    default:
      return sealed(from.version, mutateFiles(from, random), random);
  }
}

export const archivesTarget: Target = {
  name: 'archives',
  share: 30,
  kinds: ['bad-file'],
  make: (random) => {
    const zip = makeArchive(random);
    // Written again is slower than read.
    const again = random.nextInteger(50) === 0;
    return {
      input: zip,
      decode: async () => {
        const content = await readArchive(zip);
        return async () => {
          if (!again) return;
          // What files no longer say is left out the first time.
          const once = await readArchive(await writeArchive(content, null));
          requireSame(await readArchive(await writeArchive(once, null)), once, 'The run written again');
        };
      },
    };
  },
};
