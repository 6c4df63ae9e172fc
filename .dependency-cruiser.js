/** Which folders may import which: the promises of CONTRIBUTING.md, section "Layers", as rules. */

/** From the lowest to the highest; a folder may import itself and whatever stands before it. */
const LAYERS = ['core', 'environments', 'policy', 'engines', 'bench', 'learning', 'runs', 'worker', 'ui'];

/** Tests may reach across layers for fixtures and oracles; they may not take part in cycles. */
const TEST = '[.](test|spec)[.]ts$';

const layerRules = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `layers-${layer}`,
  comment: `src/${layer} imports nothing that stands above it.`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: TEST },
  to: { path: `^src/(main[.]ts$|(${LAYERS.slice(index + 1).join('|')})/)` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'tools-stay-off-the-page',
      comment: 'Tools run in Node: they import neither the worker nor the page.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^src/(main[.]ts$|(worker|ui)/)' },
    },
    {
      name: 'source-knows-no-tools',
      comment: 'The product imports neither tools nor tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: `^(tools|e2e|test)/|${TEST}` },
    },
    {
      name: 'page-is-free-of-node',
      comment:
        'Nothing that the page or the worker can reach needs Node: no built-in module, no native engine, no graphics device of Node’s, no directory store.',
      severity: 'error',
      from: { path: '^src/(main[.]ts$|(worker|ui)/)', pathNot: TEST },
      to: {
        path: '^src/runs/directory-|node_modules/(onnxruntime-node|webgpu)/|^(node:)?(assert|child_process|crypto|fs|fs/promises|module|os|path|perf_hooks|process|stream|url|util|worker_threads|zlib)$',
        reachable: true,
      },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one idea, or that one of them knows too much.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '[?]url$' },
    },
    {
      name: 'declared',
      comment: 'Every package imported is named in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'shipped-from-dependencies',
      comment: 'What the product imports at run time is a dependency, not a development dependency.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(onnxruntime-node|webgpu)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'types'] },
  },
};
