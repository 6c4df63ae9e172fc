/**
 * Lint rules. Most are the strict presets; those written out below each keep one promise of the design: runs that give
 * the same bits everywhere, layers that know no page, and files that are named alike.
 */

import eslint from '@eslint/js';
import lit from 'eslint-plugin-lit';
import wc from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import waymark from './eslint-rules/plugin.js';

const TESTS = ['**/*.test.ts', '**/*.spec.ts'];

const randomness = {
  object: 'Math',
  property: 'random',
  message: 'Draw from a RandomStream (src/core/random.ts): every number must come from a seed.',
};

/** Functions of `Math` that browsers compute differently in the last bits. */
const TRANSCENDENTAL = [
  ...['acos', 'acosh', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'cbrt', 'cos', 'cosh', 'exp', 'expm1', 'hypot'],
  ...['log', 'log10', 'log1p', 'log2', 'pow', 'sin', 'sinh', 'tan', 'tanh'],
].map((property) => ({
  object: 'Math',
  property,
  message: 'Its last bits differ between browsers: use src/core/math.ts.',
}));

/** A power of two literals is a constant; any other may be rounded differently between browsers. */
const power = {
  selector:
    'BinaryExpression[operator="**"]:not([left.type="Literal"][right.type="Literal"]), AssignmentExpression[operator="**="]',
  message: 'Its last bits differ between browsers: multiply, or use src/core/math.ts.',
};

/** What exists on pages only. Workers have `navigator`, `indexedDB` and `crypto`. */
const PAGE_GLOBALS = [
  ...['window', 'document', 'location', 'history', 'localStorage', 'sessionStorage', 'customElements', 'alert'],
  ...['matchMedia', 'getComputedStyle', 'requestAnimationFrame', 'HTMLElement', 'Element', 'Node'],
].map((name) => ({ name, message: 'Nothing below src/worker, nor the worker itself, touches the page.' }));

export default defineConfig(
  globalIgnores([
    ...['dist/', '.cache/', 'coverage/', 'runs/', 'test-results/', 'playwright-report/', 'public/'],
    'src/ui/i18n/locales/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,ts}'],
    extends: [eslint.configs.recommended],
    plugins: { waymark },
    rules: {
      'waymark/file-names': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': ['error', randomness],
    },
  },
  {
    files: ['**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An index may be out of range although its type does not say so: a check on it is not needless.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Numerical code counts: its loops read alike whether or not the index is used for more than one array.
      '@typescript-eslint/prefer-for-of': 'off',
      // A contract may be asynchronous where one of its implementations is not.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/ui/**/*.ts', 'src/main.ts'],
    extends: [lit.configs['flat/recommended'], wc.configs['flat/recommended']],
    rules: {
      'waymark/no-style-attribute': 'error',
      'waymark/tag-name-map': 'error',
    },
  },
  {
    files: ['src/ui/**/*.ts'],
    ignores: TESTS,
    rules: { 'waymark/translated-text': 'error' },
  },
  {
    files: ['src/ui/elements/**/*.ts', 'src/ui/screens/**/*.ts'],
    ignores: TESTS,
    rules: { 'waymark/elements-only-draw': 'error' },
  },
  {
    files: ['src/ui/actions/**/*.ts'],
    ignores: TESTS,
    rules: { 'waymark/lone-actions': 'error' },
  },
  {
    files: ['src/ui/{state,words,charts,replay,lessons}/**/*.ts'],
    ignores: TESTS,
    rules: { 'waymark/pure': 'error' },
  },
  {
    files: [
      'src/core/**/*.ts',
      'src/environments/**/*.ts',
      'src/policy/**/*.ts',
      'src/engines/onnx/**/*.ts',
      'src/learning/**/*.ts',
    ],
    ignores: TESTS,
    rules: {
      'no-restricted-properties': ['error', randomness, ...TRANSCENDENTAL],
      'no-restricted-syntax': ['error', power],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/ui/**', 'src/main.ts', ...TESTS],
    rules: { 'no-restricted-globals': ['error', ...PAGE_GLOBALS] },
  },
  {
    files: TESTS,
    rules: {
      // `expect` is built on values of type any, and handing over a method to be watched is what spies are for.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
