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
  'workflows',
  'notifications',
  'submissions',
  'exports',
  'erasures',
  'intake',
]; // lowest first
// Pure by suffix, and the files of templates without I/O.
const pure = [
  '\\.(entity|dto|rules|types|node)\\.ts$',
  '^src/workflows/templates/(bounded-output|json-body|json-scanner|liquid-engine|metered-context|metered-engine|render-budget|template-levels|template-renderer)\\.ts$',
  '^src/api/(auth/caller|errors/api-error)\\.ts$',
];

// These open and close the database or ask whether it is there.
const connecting = ['^src/platform/', '^src/api/health/', '^src/cli/services\\.ts$', '^src/[^/]+\\.ts$'];

const climbs = ladder.slice(0, -1).map((domain, step) => ({
  name: `no-climbing-from-${domain}`,
  comment: 'A folder may use only those that come before it in the list, whatever kind of file it needs.',
  severity: 'error',
  from: { path: `^src/${domain}/` },
  to: { path: `^src/(${ladder.slice(step + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...climbs,
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
      from: { pathNot: ['\\.(module|middleware|spec)\\.ts$', '^src/[^/]+\\.ts$'] },
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
      path: ['\\.(spec|fixture)\\.ts$'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
