// The import rule of the code base. docs/adr/0002-modules-and-imports.md says why it is drawn like this.
const ladder = [
  'platform',
  'api',
  'accounts',
  'keys',
  'console',
  'forms',
  'files',
  'fields',
  'visitor-mails',
  'workflows',
  'notifications',
  'notices',
  'submissions',
  'confirmations',
  'exports',
  'erasures',
  'intake',
]; // lowest first
// The rooms of each domain, lowest first. Files beside the rooms, such as the module, put them together and may use all of them.
const rooms = {
  api: ['auth', 'errors', 'rate-limit', 'answer', 'body', 'validation', 'pagination', 'openapi', 'operation', 'health', 'index', 'http'],
  forms: ['definition', 'settings'],
  workflows: ['model', 'templates', 'conditions', 'nodes', 'definition', 'runs'],
  'workflows/runs': ['store', 'admission', 'history', 'engine', 'api'],
  submissions: ['changes', 'corrections', 'lists', 'stats', 'trash', 'batch', 'erasure', 'imports', 'retention', 'jobs'],
  intake: ['counts', 'mismatches', 'refusals', 'multipart', 'schema', 'spam', 'imports', 'pages', 'confirmations'],
};
// Pure by suffix, and the files of templates without I/O.
const pure = [
  '\\.(entity|dto|rules|types|node)\\.ts$',
  '^src/workflows/templates/(bounded-output|json-body|json-scanner|liquid-engine|metered-context|metered-engine|render-budget|render-template|template-levels|template-renderer|visitor-output|visitor-renderer)\\.ts$',
  '^src/api/(auth/caller|errors/api-error)\\.ts$',
];

// These open and close the database or ask whether it is there.
const connecting = ['^src/platform/', '^src/api/health/', '^src/(start|migrations)/', '^src/cli/services\\.ts$', '^src/[^/]+\\.ts$'];

const climbsIn = (parent, folders) =>
  folders.slice(0, -1).map((folder, step) => ({
    name: `no-climbing-from-${parent}${folder}`,
    comment: 'A folder may use only those that come before it in the list, whatever kind of file it needs.',
    severity: 'error',
    from: { path: `^src/${parent}${folder}/` },
    to: { path: `^src/${parent}(${folders.slice(step + 1).join('|')})/` },
  }));

// A room that is in no list would be held by no rule.
const unlisted = Object.entries(rooms).map(([domain, listed]) => ({
  name: `listed-rooms-of-${domain}`,
  comment: 'The list of the rooms of a domain names each of them.',
  severity: 'error',
  from: {},
  to: { path: `^src/${domain}/[^/]+/`, pathNot: `^src/${domain}/(${listed.join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...climbsIn('', ladder),
    ...Object.entries(rooms).flatMap(([domain, listed]) => climbsIn(`${domain}/`, listed)),
    ...unlisted,
    {
      name: 'embedded-postgres-stands-alone',
      comment: 'It could be a package of its own.',
      severity: 'error',
      from: { path: '^src/embedded-postgres/' },
      to: { path: '^src/', pathNot: '^src/embedded-postgres/' },
    },
    {
      name: 'pure-stays-pure',
      comment: 'Entities, DTOs, rules and types do no I/O, so that any domain may read them. Importing a type does nothing at run time.',
      severity: 'error',
      from: { path: pure },
      to: { path: '^src/', pathNot: pure, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repository-is-private',
      severity: 'error',
      comment: 'To its domain; those of src/api (the audit trail) serve all domains.',
      from: { path: '^src/([^/]+)/' },
      to: { path: '\\.repository\\.ts$', pathNot: ['^src/$1/', '^src/api/'] },
    },
    {
      name: 'only-repositories-query',
      severity: 'error',
      comment: 'Services open transactions (transactions.ts) and leave every statement to a repository.',
      from: { path: '^src/', pathNot: ['\\.(repository|entity)\\.ts$', ...connecting] },
      to: { path: '(^src/platform/database/database\\.ts$|node_modules/typeorm/)' },
    },
    {
      name: 'edges-are-leaves',
      severity: 'error',
      comment: 'Only modules, middleware and the entry points of the processes know them.',
      from: { pathNot: ['\\.(module|middleware|spec)\\.ts$', '^src/start/', '^src/[^/]+\\.ts$'] },
      to: { path: '\\.(controller|processor)\\.ts$' },
    },
    {
      name: 'edges-do-not-query',
      severity: 'error',
      from: { path: '\\.(controller|processor)\\.ts$' },
      to: { path: '(\\.repository\\.ts$|node_modules/(typeorm|pg)/)', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: '\\.d\\.ts$' }, to: {} },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^client/'] },
    exclude: {
      path: ['\\.(spec|fixture)\\.ts$', '^src/migrations/'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
