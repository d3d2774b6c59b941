import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { noPatches } from './scripts/no-patches.mjs';

const noDuplicateTitles = {
  meta: { type: 'problem', schema: [], messages: { twice: 'Another test of this block has the same title.' } },
  create(context) {
    const titles = [new Set()];
    const name = ({ callee }) => (callee.type === 'Identifier' ? callee.name : '');
    return {
      CallExpression(node) {
        if (name(node) === 'describe') titles.push(new Set());
        if (name(node) !== 'it' && name(node) !== 'test') return;
        const title = node.arguments[0]?.value;
        if (typeof title !== 'string') return;
        if (titles.at(-1).has(title)) context.report({ node, messageId: 'twice' });
        titles.at(-1).add(title);
      },
      'CallExpression:exit'(node) {
        if (name(node) === 'describe') titles.pop();
      },
    };
  },
};

/** Every file of TypeScript is in one of these. */
export const PROJECTS = [
  './tsconfig.tests.json',
  './client/tsconfig.json',
  './client/command/tsconfig.json',
  './console/tsconfig.json',
  './embed/tsconfig.json',
];

const GLOBALS = [
  'process',
  'console',
  'setTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'URL',
  'fetch',
  'performance',
  'structuredClone',
  'AbortSignal',
  'Buffer',
  'Blob',
  'FormData',
];

const RESTRICTED = [
  {
    selector: 'BinaryExpression[operator=/^[!=]==$/] > MemberExpression[property.name=/[dD]igest$/]',
    message: 'Compare digests with sameDigest, which takes the same time for all.',
  },
  {
    selector: 'MemberExpression[object.name="URL"][property.name="canParse"]',
    message: 'Use parseUrl: URL.canParse rejects valid URLs after a few thousand calls on Node 20 and 22.',
  },
  ...[
    'AssignmentExpression > MemberExpression.left[object.property.name="prototype"]',
    'CallExpression[callee.property.name="emit"][arguments.0.value="finish"]',
    ':matches(CallExpression[callee.name="setFlagsFromString"], MemberExpression[property.name="setFlagsFromString"])',
    'MemberExpression[object.name="require"][property.name=/^(cache|extensions)$/]',
    'MemberExpression[object.name="process"][property.name="binding"]',
    'MemberExpression[object.name="Error"][property.name="prepareStackTrace"]',
  ].map((selector) => ({
    selector,
    message: 'This changes what belongs to Node or to a package (docs/adr/0053-where-we-reach-into-others.md).',
  })),
];

/** In what runs for each request, it costs memory and processor time (docs/adr/0048-what-outlives-a-request.md). */
const FUNCTION_OF_MEMBER = {
  selector: 'AssignmentExpression[left.type="MemberExpression"] > :matches(ArrowFunctionExpression, FunctionExpression).right',
  message: 'Name the function before it is assigned to a member: V8 takes one that is written there for long-lived, with all it refers to.',
};

/** Of texts that clients send: it takes time that grows with the square of their marks. */
const NORMALIZE = {
  selector: 'CallExpression[callee.property.name="normalize"]',
  message: 'Use normalizedTo, which takes time that grows with the length of any text.',
};

export default tseslint.config(
  {
    ignores: ['**/dist', 'dist-openapi', 'data', 'coverage', 'client/src/generated', 'client/type-tests.ts', '**/*.cjs', 'jest*.config.js'],
  },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  prettier,
  {
    languageOptions: {
      parserOptions: {
        project: PROJECTS,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { tests: { rules: { 'no-duplicate-titles': noDuplicateTitles } }, others: { rules: { 'no-patches': noPatches } } },
    rules: {
      'others/no-patches': 'error',
      // A name that begins with it is private to whoever gave it.
      'no-underscore-dangle': ['error', { allow: ['_altcha', '_gotcha'], allowAfterThis: true, allowAfterSuper: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in src/platform/config only.' },
      ],
      'no-restricted-syntax': ['error', ...RESTRICTED, FUNCTION_OF_MEMBER, NORMALIZE],
    },
  },
  {
    files: ['console/**', 'embed/**', 'src/migrations/**', '**/*.spec.ts', 'test/**', 'scripts/**', 'lab/**'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED] },
  },
  {
    files: ['src/platform/config/**', 'client/command/main.ts', 'test/**', '**/*.spec.ts', 'scripts/**', 'lab/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['test/**', '**/*.spec.ts'],
    rules: {
      'tests/no-duplicate-titles': 'error',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-loss-of-precision': 'off',
    },
  },
  {
    files: ['**/*.mjs', 'client/bin/*.js'],
    extends: [tseslint.configs.disableTypeChecked],

    languageOptions: {
      globals: Object.fromEntries(GLOBALS.map((name) => [name, 'readonly'])),
    },
    rules: { 'no-console': 'off' },
  },
);
