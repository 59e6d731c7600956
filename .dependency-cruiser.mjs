/**
 * The import directions of the house. Each name says what is refused, each comment what to do
 * instead.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Move what both files need into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-server-in-client',
      comment: 'What both sides need belongs in shared/.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|sandbox|demo|tests|scripts)/' },
    },
    {
      name: 'no-client-in-server',
      comment: 'What both sides need belongs in shared/.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(client|tests|scripts)/' },
    },
    {
      name: 'nothing-else-in-shared',
      comment: 'shared/ is what the others agree on; it knows none of them.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(client|server|sandbox|demo|tests|scripts)/' },
    },
    {
      name: 'no-tables-in-contracts',
      comment: 'The browser reads contracts; tables would end up in its bundle.',
      severity: 'error',
      from: { path: '^shared/(contracts|domain)/' },
      to: { path: '^shared/schema/' },
    },
    {
      name: 'no-tables-in-client',
      comment: 'Take the type of the contract, or the table as a type only.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^shared/schema/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-sandbox-or-demo-in-server',
      comment:
        'Production runs without them: only the start (index.ts) loads them, by one dynamic import each, and db:seed loads the demo.',
      severity: 'error',
      from: { path: '^server/' },
      to: {
        path: '^(sandbox|demo)/',
        // What is allowed: the dynamic imports of the start and of db:seed.
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'sandbox-and-demo-at-the-start-only',
      comment: 'Hand over what index.ts made of them, by an interface of the server.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(index|commands/seed)\\.ts$' },
      to: { path: '^(sandbox|demo)/' },
    },
    {
      name: 'no-server-in-sandbox',
      comment: 'A sandbox plays a provider, over HTTP; it knows nothing of who calls it.',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(client|server|demo|tests|scripts)/' },
    },
    {
      name: 'no-server-in-demo',
      comment: 'The demo fills tables of shared/schema; what else it needs is handed to it.',
      severity: 'error',
      from: { path: '^demo/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(client|server|sandbox|tests|scripts)/' },
    },
    {
      name: 'rooms-by-their-door',
      comment:
        'Import from the room, not from a file in it; export from its index.ts what others may use. platform and db have no door: each of their files stands for itself.',
      severity: 'error',
      from: { path: '^server/([^/]+)(/|\\.ts$)', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/([^/]+)/',
        pathNot: [
          '^server/$1/',
          '^server/[^/]+/index\\.ts$',
          '^server/(db|platform)/([^/]+|embedded-postgres/index)\\.(ts|mjs)$',
        ],
      },
    },
    {
      name: 'no-rooms-in-platform',
      comment: 'platform, db and config serve the rooms and know none of them.',
      severity: 'error',
      from: { path: '^server/(platform|db|config)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/', pathNot: '^server/((platform|db|config)/|errors\\.ts$)' },
    },
    {
      name: 'no-express-in-payments',
      comment: 'The core works without HTTP; only its routes know Express.',
      severity: 'error',
      from: {
        path: '^server/payments/',
        pathNot: ['^server/payments/routes\\.ts$', '^server/payments/[^/]+/routes\\.ts$'],
      },
      to: { path: '(^|/)node_modules/express/' },
    },
    {
      name: 'no-feature-in-ui',
      comment: 'ui/ knows no business word: hand it what it shows.',
      severity: 'error',
      from: { path: '^client/src/ui/' },
      to: { path: '^client/src/(features|pages|lib/(api/|i18n))' },
    },
    {
      name: 'features-by-their-door',
      comment:
        'Import from the feature; export from its index.ts what others may use. What two features need and none owns belongs in ui/ or lib/.',
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
        'Import the feature (index.ts), or its screen.tsx: the second door, for a screen that is a chunk of its own beside what the first load needs.',
      severity: 'error',
      from: { path: '^client/src/(pages/|app\\.tsx)' },
      to: {
        path: '^client/src/features/',
        pathNot: '^client/src/features/[^/]+/(index\\.ts|screen\\.tsx)$',
      },
    },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^tests/' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tests/tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
