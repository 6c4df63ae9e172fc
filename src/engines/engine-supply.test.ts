/** Protects which engine is opened, and when work begins again on another. */

import { beforeEach, describe, expect, it } from 'vitest';
import { WaymarkError, type WaymarkErrorKind } from '../core/errors.ts';
import { TableEngine } from '../learning/testing/table-engine.ts';
import { testBase } from '../learning/testing/test-base.ts';
import { DEFAULT_LORA } from '../policy/lora.ts';
import { EngineSupply, type DeviceFailure, type EngineSupplyOptions, type OpenEngine } from './engine-supply.ts';

/** What was opened, in order. */
let opened: string[];
let failures: DeviceFailure[];

beforeEach(() => {
  opened = [];
  failures = [];
});

function opener(name: string): OpenEngine {
  return async () => {
    opened.push(name);
    return { engine: new TableEngine({}), death: new Promise(() => undefined), paths: [] };
  };
}

function broken(kind: WaymarkErrorKind): WaymarkError {
  return new WaymarkError(kind, `a ${kind}`);
}

function supply(options: Partial<EngineSupplyOptions> = {}): EngineSupply {
  return new EngineSupply({
    openDevice: opener('device'),
    openPortable: opener('portable'),
    deviceRequired: false,
    ...options,
  });
}

/** Work that opens an engine and then fails in these ways, one after the other, before it succeeds. */
function work(engines: EngineSupply, ...errors: readonly Error[]): Promise<string> {
  const left = [...errors];
  return engines.rescued(
    async () => {
      await engines.open(testBase, DEFAULT_LORA);
      const error = left.shift();
      if (error) throw error;
      return 'done';
    },
    async (failure) => {
      failures.push(failure);
    },
  );
}

describe('the engine that is opened', () => {
  it('is the graphics device where there is one', async () => {
    await supply().open(testBase, DEFAULT_LORA);
    expect(opened).toEqual(['device']);
  });

  it('is the portable one where there is no adapter, which is then not looked for again', async () => {
    let asked = 0;
    const engines = supply({
      openDevice: () => {
        asked++;
        return Promise.reject(broken('no-gpu'));
      },
    });
    expect(await work(engines)).toBe('done');
    await engines.open(testBase, DEFAULT_LORA);
    expect([opened, asked, failures]).toEqual([['portable', 'portable'], 1, []]);
  });

  it('is none where a device is required and there is no adapter', async () => {
    const engines = supply({ deviceRequired: true, openDevice: () => Promise.reject(broken('no-gpu')) });
    await expect(work(engines)).rejects.toMatchObject({ kind: 'no-gpu' });
    expect([opened, failures]).toEqual([[], []]);
  });

  it('is the portable one where nothing else is wanted', async () => {
    await supply({ openDevice: null }).open(testBase, DEFAULT_LORA);
    expect(opened).toEqual(['portable']);
  });
});

describe('work on a device that fails', () => {
  it.each(['gpu-lost', 'gpu-memory', 'gpu-fault'] as const)('begins again on a new one after %s', async (kind) => {
    expect(await work(supply(), broken(kind))).toBe('done');
    expect(opened).toEqual(['device', 'device']);
    expect(failures).toEqual([{ kind, message: `a ${kind}.`, onto: 'new-device' }]);
  });

  it('goes to the portable engine after the second failure in a row, and stays there', async () => {
    const engines = supply();
    expect(await work(engines, broken('gpu-lost'), broken('gpu-memory'))).toBe('done');
    expect(failures.map(({ onto }) => onto)).toEqual(['new-device', 'portable']);
    await work(engines);
    expect(opened).toEqual(['device', 'device', 'portable', 'portable']);
  });

  it('stays with devices as long as something is stored between failures', async () => {
    const engines = supply();
    for (let time = 0; time < 5; time++) {
      await work(engines, broken('gpu-lost'));
      engines.progressed();
    }
    expect(failures.map(({ onto }) => onto)).toEqual(Array.from({ length: 5 }, () => 'new-device'));
    expect(opened).not.toContain('portable');
  });

  it('goes to the portable engine at once where the adapter is gone', async () => {
    let adapters = 1;
    const device = opener('device');
    const engines = supply({
      openDevice: (...model) => (adapters-- > 0 ? device(...model) : Promise.reject(broken('no-gpu'))),
    });
    expect(await work(engines, broken('gpu-lost'))).toBe('done');
    expect(failures.map(({ kind, onto }) => [kind, onto])).toEqual([
      ['gpu-lost', 'new-device'],
      ['no-gpu', 'portable'],
    ]);
    expect(opened).toEqual(['device', 'portable']);
  });

  it('counts devices that cannot even be opened', async () => {
    const engines = supply({ openDevice: () => Promise.reject(broken('gpu-fault')) });
    expect(await work(engines)).toBe('done');
    expect(failures.map(({ onto }) => onto)).toEqual(['new-device', 'portable']);
  });

  it('is not begun again for what another engine would not cure', async () => {
    for (const error of [broken('storage'), broken('engine'), new Error('a defect')]) {
      await expect(work(supply(), error)).rejects.toBe(error);
    }
    const portable = supply({ openDevice: null });
    await expect(work(portable, broken('gpu-lost'))).rejects.toMatchObject({ kind: 'gpu-lost' });
    expect(failures).toEqual([]);
  });
});
