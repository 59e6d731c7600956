/**
 * The import directions of the house. A room of the server, and a feature of the client, is
 * entered through its index.ts only.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'client-sees-no-server',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|tests|scripts)/' },
    },
    {
      name: 'server-sees-no-client',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(client|tests)/' },
    },
    {
      name: 'shared-sees-nobody',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(client|server|tests|scripts)/' },
    },
    {
      name: 'contracts-know-no-tables',
      comment: 'What the browser reads must not pull the database schema into its bundle.',
      severity: 'error',
      from: { path: '^shared/(contracts|domain)/' },
      to: { path: '^shared/schema/' },
    },
    {
      name: 'client-knows-tables-as-types-only',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^shared/schema/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rooms-by-their-door',
      comment: 'db is furniture for all; every other room is entered through its index.ts.',
      severity: 'error',
      from: { path: '^server/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/([^/]+)/',
        pathNot: [
          '^server/$1/',
          '^server/[^/]+/index\\.ts$',
          '^server/db/([^/]+|embedded/index)\\.ts$',
        ],
      },
    },
    {
      name: 'payments-know-no-express',
      comment: 'The core works without HTTP; only its routes know Express.',
      severity: 'error',
      from: { path: '^server/payments/', pathNot: '^server/payments/(webhook-)?routes\\.ts$' },
      to: { path: '(^|/)node_modules/express/' },
    },
    {
      name: 'stand-ins-know-no-rooms',
      severity: 'error',
      from: { path: '^server/sandbox/' },
      to: { path: '^server/', pathNot: '^server/sandbox/' },
    },
    {
      name: 'nobody-knows-the-stand-ins',
      comment: 'Production never loads them: index.ts alone imports them, and only outside it.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(sandbox/|index\\.ts$)' },
      to: { path: '^server/sandbox/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^client/src/ui/' },
      to: { path: '^client/src/(features|pages|lib/(api|query-client|i18n))' },
    },
    {
      name: 'features-by-their-door',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+)/' },
      to: {
        path: '^client/src/features/([^/]+)/',
        pathNot: ['^client/src/features/$1/', '^client/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'pages-by-the-door',
      comment:
        'A feature that some pages load lazily has a second door for it: screen/index.ts. The admin area has one for each of its parts.',
      severity: 'error',
      from: { path: '^client/src/(pages/|app\\.tsx)' },
      to: {
        path: '^client/src/features/',
        pathNot: '^client/src/features/([^/]+/(screen/)?|admin/[^/]+/)index\\.ts$',
      },
    },
    {
      name: 'tested-code-imports-no-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^tests/' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
