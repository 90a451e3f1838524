// Who may import whom: the table of docs/architecture.md, a rule for each row. `npm run check:imports` runs it, type imports included.
import { builtinModules } from 'node:module';

const CONTRACT = '^src/services/contract/';
const TRANSPORT = '^src/services/transport/';
const packages = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);
const LIT = packages('lit', 'lit-html', '@lit/context', '@lit/reactive-element');
const NODE = `^(node:)?(${builtinModules.join('|')})$`;
const ANY_PACKAGE = [...packages('.+'), NODE];

/** One row of the table: modules of `from` import nothing but their own folder and `allowed`. */
const row = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules import each other in one direction only, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    row(
      'entries',
      '^src/[^/]+\\.ts$',
      [
        '^src/components/',
        '^src/services/(index|customer/first-answers)\\.ts$',
        '^src/(autoloader|messages|errors)\\.ts$',
      ],
      'The entries of the browser import elements, what is public of the service layer, and smaller entries.',
    ),
    row(
      'components',
      '^src/components/[^/]+\\.ts$',
      ['^src/components/', '^src/services/index\\.ts$', ...LIT],
      'The catalogue and what is made from it import the elements.',
    ),
    row(
      'elements',
      '^src/components/(?!(?:internal|page|claims|saved-products|panel|lists|wishlist|card)/)([^/]+)/',
      ['^src/components/($1|internal|page|claims|saved-products)/', '^src/services/index\\.ts$', ...LIT],
      'An element imports services/index.ts, Lit, its own folder and what elements share. It imports another element only if it renders it, as the panel, the lists and the wishlist do.',
    ),
    row(
      'card',
      '^src/components/card/',
      [
        '^src/components/(card|internal|page|claims|saved-products)/',
        '^src/services/index\\.ts$',
        ...LIT,
        ...packages('lean-qr', 'etiket'),
      ],
      'The card imports the packages that make its codes.',
    ),
    row(
      'panel',
      '^src/components/panel/',
      [
        '^src/components/(panel|internal|page|claims|saved-products)/',
        '^src/components/\\w+/loyalty-(earn|rewards|status|wishlist)\\.ts$',
        '^src/services/index\\.ts$',
        ...LIT,
      ],
      'The panel imports the elements that it renders.',
    ),
    row(
      'wishlist',
      '^src/components/wishlist/',
      [
        '^src/components/(wishlist|internal|page|claims|saved-products)/',
        '^src/components/alert/(loyalty-alert|alert-events)\\.ts$',
        '^src/services/index\\.ts$',
        ...LIT,
      ],
      'The wishlist imports the alert that it renders.',
    ),
    row(
      'lists',
      '^src/components/lists/',
      [
        '^src/components/(lists|internal|page|claims|saved-products)/',
        '^src/components/share/loyalty-share\\.ts$',
        '^src/services/index\\.ts$',
        ...LIT,
      ],
      'The lists import the element that shares one.',
    ),
    ...['claims', 'saved-products'].map((subject) =>
      row(
        subject,
        `^src/components/${subject}/`,
        [`^src/components/(${subject}|internal|page)/`, '^src/services/index\\.ts$', ...LIT],
        'What several elements of a subject share imports no element.',
      ),
    ),
    row(
      'components-page',
      '^src/components/page/',
      ['^src/components/(page|internal)/', '^src/services/index\\.ts$', ...LIT],
      'What elements do on the page around them imports internal, services/index.ts and Lit, and no element.',
    ),
    row(
      'components-internal',
      '^src/components/internal/',
      ['^src/components/internal/', '^src/services/index\\.ts$', ...LIT],
      'What all elements share imports services/index.ts and Lit, and no element.',
    ),
    row(
      'services-index',
      '^src/services/index\\.ts$',
      ['^src/services/'],
      'The public part of the service layer imports the service layer only.',
    ),
    row(
      'customer',
      '^src/services/customer/',
      ['^src/services/customer/', TRANSPORT, CONTRACT],
      'The service layer of a page imports transport and contract, and no package: no DOM, no Lit.',
    ),
    row(
      'transport',
      TRANSPORT,
      [TRANSPORT, CONTRACT],
      'Browser, client and proxy share the transport: it imports the contract, and no package.',
    ),
    row('testing', '^src/testing/', ['^src/testing/'], 'The service for tests of other apps stands alone.'),
    row('contract', CONTRACT, [CONTRACT, ...packages('valibot')], 'The contract imports valibot only.'),
    {
      name: 'schemas',
      comment:
        'A page imports endpoints, and only the types of their descriptions: valibot stays out of the bundle.',
      severity: 'error',
      from: {
        path: ['^src/components/', '^src/services/(customer|transport|index)', `${CONTRACT}endpoints/`],
        // For servers and tests, which need all descriptions: pages may not import these.
        pathNot: [
          `${CONTRACT}endpoints/facts\\.ts$`,
          `${TRANSPORT}(path-overrides|tenant/check-tenant-file)\\.ts$`,
        ],
      },
      to: {
        path: [CONTRACT, `${TRANSPORT}(path-overrides|tenant/check-tenant-file)\\.ts$`],
        pathNot: [`${CONTRACT}endpoint\\.ts$`, `${CONTRACT}endpoints/(?!facts\\.ts)`],
        dependencyTypesNot: ['type-only'],
      },
    },
    row(
      'client',
      '^src/client/',
      ['^src/client/', TRANSPORT, CONTRACT, ...packages('valibot')],
      'The client for servers and scripts imports transport and contract.',
    ),
    {
      name: 'client-schemas',
      comment: 'The client imports only types of valibot.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: packages('valibot'), dependencyTypesNot: ['type-only'] },
    },
    row(
      'proxy',
      '^src/proxy/',
      [
        '^src/proxy/',
        TRANSPORT,
        CONTRACT,
        ...packages(
          'hono',
          '@hono/node-server',
          'valibot',
          'crypto-js',
          'rate-limiter-flexible',
          'ioredis',
          'jose',
          'prom-client',
        ),
        ...packages('@types/node'),
        NODE,
      ],
      'The proxy imports transport and contract, Hono and the packages that a shop installs.',
    ),
    {
      name: 'proxy-edge',
      comment: 'Edge runtimes have no modules of Node: only node.ts and main.ts reach them.',
      severity: 'error',
      from: { path: '^src/proxy/(index|edge|app)\\.ts$' },
      to: { path: NODE, reachable: true },
    },
    row(
      'doctor',
      '^src/doctor/',
      [
        '^src/doctor/',
        '^src/services/customer/',
        TRANSPORT,
        CONTRACT,
        // A customer id is signed, and a tenant file loaded, as the proxy does it.
        '^src/proxy/signature\\.ts$',
        '^src/proxy/settings/load-tenant-file\\.ts$',
        ...packages('@types/node', 'parse5'),
        NODE,
      ],
      'The doctor loads what the elements load, by the resources of the page.',
    ),
    {
      name: 'signing',
      comment: 'Only src/proxy/signature.ts imports the signing library: the secret stays on servers.',
      severity: 'error',
      from: { pathNot: ['^src/proxy/signature\\.ts$', '^test/'] },
      to: { path: packages('crypto-js') },
    },
    row(
      'service',
      '^demo/service/',
      [
        '^demo/service/',
        '^demo/sample/',
        '^demo/(free-port|origin|progress)\\.ts$',
        TRANSPORT,
        CONTRACT,
        // Both servers sign customer ids, and determine origin and address of a request, in the same way.
        '^src/proxy/(signature|account-name|guard/origins|guard/arrival|guard/node-arrival)\\.ts$',
        ...ANY_PACKAGE,
      ],
      'The reference service imports transport, contract and sample data, and of the proxy what both servers do the same.',
    ),
    row(
      'storefront',
      '^demo/storefront/',
      [
        '^demo/storefront/',
        '^demo/sample/',
        '^src/proxy/signature\\.ts$',
        '^src/client/',
        TRANSPORT,
        CONTRACT,
        ...ANY_PACKAGE,
      ],
      'The storefront imports its products, the signature, the client and the contract.',
    ),
    row(
      'import',
      '^demo/import/',
      [
        '^demo/import/',
        '^demo/progress\\.ts$',
        // The command and the service must read files, and list what can be imported, in the same way.
        '^demo/service/imports/(csv|models|decode|columns)\\.ts$',
        '^src/client/',
        // Which failures are temporary.
        '^src/services/transport/unanswered\\.ts$',
        CONTRACT,
        ...ANY_PACKAGE,
      ],
      'The import command speaks to any service, through the client.',
    ),
    row(
      'sample',
      '^demo/sample/',
      ['^demo/sample/', TRANSPORT, CONTRACT, NODE],
      'The sample data imports the contract and the transport only.',
    ),
    {
      name: 'demo-server',
      comment:
        'The demo consists of servers: it imports no element and no Lit. Pages that the benchmark compares are not servers.',
      severity: 'error',
      from: { path: '^(demo|bench)/', pathNot: '^bench/page/pages/' },
      to: { path: ['^src/components/', '^src/[^/]+\\.ts$', ...LIT] },
    },
    {
      name: 'tests',
      comment: 'Shipped code, the demo and the benchmarks import no test.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    // A test imports the built package by its name, as a shop does.
    exclude: { path: '^dist/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
