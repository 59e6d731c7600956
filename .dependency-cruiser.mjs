/**
 * Forbids an import. The name says what is forbidden, the comment what to do instead.
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IFlattenedRuleSet} from
 * @param {object} to
 */
const refuse = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const TEST = '\\.test\\.tsx?$';

const METHODS = 'card, mobile-money, refunds';
/** The folders of server/payments, from the innermost outward; those of one rank import none of each other. */
const PAYMENT_RANKS = [
  'providers',
  'lifecycle',
  'routing',
  'checks',
  'card|mobile-money|refunds',
  'webhooks|recovery',
];

/**
 * Forbids a part of the project to import from others.
 * @param {string} part
 * @param {string} others
 * @param {string} comment
 * @param {{ pathNot?: string }} [except] files that may import from them
 */
const apart = (part, others, comment, except = {}) =>
  refuse(
    `nothing-else-in-${part}`,
    comment,
    { path: `^${part}/`, ...except },
    { path: `^(${others})/` },
  );

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    refuse(
      'no-circles',
      'Move the code that both files need into a third one.',
      {},
      { circular: true },
    ),
    apart(
      'client',
      'server|sandbox|demo|tests|scripts',
      'Code that both sides need belongs in shared/.',
      { pathNot: TEST },
    ),
    apart('server', 'client|tests|scripts', 'Code that both sides need belongs in shared/.', {
      pathNot: TEST,
    }),
    apart(
      'shared',
      'client|server|sandbox|demo|tests|scripts',
      'shared/ is used by all other parts and imports from none of them.',
      { pathNot: TEST },
    ),
    apart(
      'sandbox',
      'client|server|demo|tests|scripts',
      'A sandbox simulates a provider over HTTP; it imports nothing from its callers.',
      { pathNot: TEST },
    ),
    apart(
      'demo',
      'client|server|sandbox|tests|scripts',
      'The demo fills tables of shared/schema; pass it everything else that it needs.',
      { pathNot: TEST },
    ),
    apart(
      'tools',
      'client|server|shared|sandbox|demo|tests|scripts|node_modules',
      'Other people copy such a file to their machine, and it must share no code with what it verifies.',
    ),
    refuse(
      'no-tables-in-contracts',
      'The browser reads contracts; tables would end up in its bundle.',
      { path: '^shared/(contracts|domain)/' },
      { path: '^shared/schema/' },
    ),
    refuse(
      'no-tables-in-client',
      'Use the type of the contract, or import the table as a type only.',
      { path: '^client/' },
      { path: '^shared/schema/', dependencyTypesNot: ['type-only'] },
    ),
    refuse(
      'no-sandbox-or-demo-in-server',
      'Production runs without them: they are loaded by a dynamic import.',
      { path: '^server/' },
      { path: '^(sandbox|demo)/', dependencyTypesNot: ['dynamic-import'] },
    ),
    refuse(
      'sandbox-and-demo-at-the-start-only',
      'index.ts and rehearse.ts load them and pass them on through an interface of the server.',
      { path: '^server/', pathNot: '^server/(index|rehearse|commands/seed)\\.ts$' },
      { path: '^(sandbox|demo)/' },
    ),
    refuse(
      'rooms-by-their-door',
      'Import from the module, not from a file in it; export from its index.ts what others may use. platform and db have no index.ts: import their files directly, and folders in them by their index.ts.',
      { path: '^server/((?:admin/)?[^/]+)(/|\\.ts$)', pathNot: TEST },
      {
        path: '^server/((?:admin/)?[^/]+)/',
        pathNot: [
          '^server/$1/',
          '^server/(?:admin/)?[^/]+/index\\.ts$',
          '^server/(db|platform)/([^/]+|[^/]+/index)\\.(ts|mjs)$',
        ],
      },
    ),
    refuse(
      'no-rooms-in-platform',
      'platform, db and config serve the other modules and import from none of them.',
      { path: '^server/(platform|db|config)/', pathNot: TEST },
      { path: '^server/', pathNot: '^server/((platform|db|config)/|errors\\.ts$)' },
    ),
    ...PAYMENT_RANKS.map((rank, place) =>
      refuse(
        `payments-one-way-${place + 1}`,
        `Inside payments imports go one way: providers, lifecycle, routing, checks, then ${METHODS}, then the rest. What an outer folder adds to a check is handed in by connect-payments.ts.`,
        { path: `^server/payments/(${rank})/` },
        {
          path: `^server/payments/(?!(${PAYMENT_RANKS.slice(0, place).join('|') || 'providers'})/|context\\.ts$|$1/)`,
        },
      ),
    ),
    refuse(
      'payment-context-below-checks',
      'The context is handed to checks and everything outside them; what it needs of these is an interface in it.',
      { path: '^server/payments/context\\.ts$' },
      { path: '^server/payments/(?!(providers|lifecycle|routing)/)' },
    ),
    refuse(
      'no-context-in-lifecycle',
      'providers and lifecycle take what they need as arguments.',
      { path: '^server/payments/(providers|lifecycle)/' },
      { path: '^server/payments/context\\.ts$' },
    ),
    refuse(
      'no-express-in-payments',
      'The core works without HTTP; only its routes use Express.',
      {
        path: '^server/payments/',
        pathNot: ['^server/payments/routes\\.ts$', '^server/payments/[^/]+/routes\\.ts$'],
      },
      { path: '(^|/)node_modules/express/' },
    ),
    refuse(
      'no-feature-in-ui',
      'ui/ contains no business logic: pass it what it shows.',
      { path: '^client/src/ui/' },
      { path: '^client/src/(features|pages|lib/(api/|i18n))' },
    ),
    refuse(
      'features-by-their-door',
      'Import from the feature; export from its index.ts what others may use. Code that two features need and neither owns belongs in ui/ or lib/.',
      { path: '^client/src/features/((?:admin/)?[^/]+)/' },
      {
        path: '^client/src/features/((?:admin/)?[^/]+)/',
        pathNot: ['^client/src/features/$1/', '^client/src/features/(?:admin/)?[^/]+/index\\.ts$'],
      },
    ),
    refuse(
      'pages-by-the-door',
      'Import the feature (index.ts), or its screen.tsx: the second entry point, for a screen that is a chunk of its own, separate from what the first load needs.',
      { path: '^client/src/(pages/|app\\.tsx)' },
      {
        path: '^client/src/features/',
        pathNot: '^client/src/features/(?:admin/)?[^/]+/(index\\.ts|screen\\.tsx)$',
      },
    ),
    refuse(
      'no-tests-in-code',
      'Move the code that both need into tests/support, or out of the test.',
      { pathNot: `${TEST}|^tests/` },
      { path: TEST },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tests/tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
