/** A report as tables of words, for terminals, for documents and for the page. */

import type { BenchReport, Comparison, Ratios } from './report.ts';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What each ratio should be at least; for products it depends on whether the adapter is a real GPU. */
const TARGETS = { rollout: 5, trainingStep: 3, matmulOfPeak: { hardware: 0.6, software: 0.35 } } as const;

export function reportTables(report: BenchReport): readonly Table[] {
  return [
    ratioTable(report),
    ...[...report.rollouts, report.trainingStep].map(comparisonTable),
    {
      title: `Products and attention, of ${report.peak.fmaGflops.toPrecision(3)} GFLOP/s peak; copying reads and writes ${report.peak.copyGigabytesPerSecond.toPrecision(3)} GB/s`,
      head: ['kernel', 'variant', 'GFLOP/s', 'of peak'],
      rows: [...report.products, report.attention].map(({ name, variant, gflops }) => [
        name,
        variant,
        gflops.toPrecision(3),
        percent(gflops / report.peak.fmaGflops),
      ]),
    },
    {
      title: 'What the device is asked to do',
      head: ['workload', 'per', 'dispatches', 'submits', 'bytes read'],
      rows: report.work.map(({ workload, per, dispatches, submits, bytesRead }) => [
        workload,
        per,
        short(dispatches),
        short(submits),
        short(bytesRead),
      ]),
    },
    {
      title: 'One iteration',
      head: ['phase', 'seconds', 'share', 'on the device, seconds'],
      rows: Object.entries(report.phases).map(([phase, { seconds, deviceSeconds }]) => [
        phase,
        seconds.toPrecision(3),
        percent(seconds / Object.values(report.phases).reduce((sum, each) => sum + each.seconds, 0)),
        deviceSeconds === null ? 'no timestamps' : deviceSeconds.toPrecision(3),
      ]),
    },
    {
      title: 'Cost on models with random weights, as one size grows',
      head: ['size', 'value', 'rollout s', 'training step s'],
      rows: report.scaling.map(({ axis, factor, value, rolloutSeconds, trainingSeconds }) => [
        `${axis} x ${factor}`,
        String(value),
        rolloutSeconds.toPrecision(3),
        trainingSeconds.toPrecision(3),
      ]),
    },
    {
      title: 'Chosen paths',
      head: ['choice', 'chosen', 'why'],
      rows: report.paths.map(({ choice, chosen, why }) => [choice, chosen, why]),
    },
    {
      title: 'Left out',
      head: ['what', 'why'],
      rows: report.omissions.map(({ what, why }) => [what, why]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function ratioTable(report: BenchReport): Table {
  const { ratios, adapter } = report;
  const matmul = adapter.isSoftware ? TARGETS.matmulOfPeak.software : TARGETS.matmulOfPeak.hardware;
  const row = (name: string, ratio: keyof Ratios, target: number): readonly string[] => {
    const value = ratios[ratio];
    return [
      name,
      value === null ? 'no peer' : value.toPrecision(3),
      String(target),
      value === null ? '' : value >= target ? 'met' : 'missed',
    ];
  };
  return {
    title: 'Ratios',
    head: ['ratio', 'measured', 'target', ''],
    rows: [
      row('rollout, ours to the fastest peer', 'rollout', TARGETS.rollout),
      row('training step, ours to the fastest peer', 'trainingStep', TARGETS.trainingStep),
      row('products, to the peak of multiply-adds', 'matmulOfPeak', matmul),
    ],
  };
}

function comparisonTable({ workload, rows, scores }: Comparison): Table {
  return {
    title: `${workload}, ${rows} rows`,
    head: ['contender', 'tokens/s', 'tokens seen/s', 'seconds', 'scatter', 'repeats', 'detail'],
    rows: scores.map(({ name, tokensPerSecond, seenTokensPerSecond, seconds, scatter, repeats, detail }) => [
      name,
      short(tokensPerSecond),
      short(seenTokensPerSecond),
      seconds.toPrecision(3),
      percent(scatter),
      String(repeats),
      detail,
    ]),
  };
}

/** As Markdown, which is readable in a terminal too. */
export function markdown(tables: readonly Table[]): string {
  return tables
    .map(({ title, head, rows }) => {
      const lines = [head, head.map(() => '---'), ...rows];
      return [`**${title}**`, '', ...lines.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
    })
    .join('\n\n');
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** At most three digits that count, and no exponent. */
function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
