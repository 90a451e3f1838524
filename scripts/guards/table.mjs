/**
 * The files that guard, in groups: each group has the test files that fail when one of its guards breaks. A mutant runs the tests of
 * only its group, so groups are small, and their tests start no process, no browser and no database. Guards that need the database are in
 * `breaks.mjs`. StrykerJS copies no folder named `docs`, so a test of a group reads no guide.
 */
export const GROUPS = [
  {
    name: 'services: settings',
    files: ['src/services/customer/config.ts'],
    tests: ['test/services/customer/config-values.test.ts', 'test/services/customer/config.test.ts'],
  },
  {
    name: 'services: formats',
    files: ['src/services/transport/formats.ts'],
    tests: ['test/services/transport/formats.test.ts', 'test/services/customer/config.test.ts'],
  },
  {
    name: 'services: addresses and records',
    files: ['src/services/transport/address.ts', 'src/services/transport/read-records.ts'],
    tests: [
      'test/services/transport/address.test.ts',
      'test/services/transport/addresses.test.ts',
      'test/services/transport/read-records.test.ts',
      'test/services/transport/read.test.ts',
    ],
  },
  {
    name: 'services: requests',
    files: ['src/services/transport/http.ts'],
    tests: ['test/services/transport/http.test.ts', 'test/services/transport/http-wire.test.ts'],
  },
  {
    name: 'services: tokens and whose profile it is',
    files: ['src/services/customer/profile.ts', 'src/services/transport/token-reply.ts'],
    tests: ['test/services/customer/profile.test.ts', 'test/services/transport/token-reply.test.ts'],
  },
  {
    name: 'proxy: addresses and hops',
    files: [
      'src/proxy/guard/arrival.ts',
      'src/proxy/guard/node-arrival.ts',
      'src/proxy/upstream/forwarded-for.ts',
    ],
    tests: ['test/proxy/guard/arrival.test.ts', 'test/proxy/guard/forwarded-for.test.ts'],
  },
  {
    name: 'proxy: answers',
    files: ['src/proxy/guard/answer.ts'],
    tests: ['test/proxy/guard/answer.test.ts'],
  },
  {
    name: 'proxy: logs of requests',
    files: ['src/proxy/handled.ts', 'src/proxy/access-log.ts'],
    tests: ['test/proxy/guard/handled.test.ts'],
  },
  {
    name: 'proxy: storage by HTTP',
    files: ['src/proxy/storage/upstash.ts'],
    tests: ['test/proxy/guard/upstash.test.ts'],
  },
  {
    name: 'proxy: origins',
    files: ['src/proxy/guard/origins.ts'],
    tests: ['test/proxy/guard/origins.test.ts', 'test/proxy/cookie-session.test.ts'],
  },
  {
    name: 'proxy: targets and bodies',
    files: ['src/proxy/guard/target.ts', 'src/proxy/guard/body.ts'],
    tests: ['test/proxy/target.test.ts', 'test/proxy/guard/body.test.ts'],
  },
  {
    name: 'proxy: the allow list',
    files: [
      'src/proxy/allow-list/allow-list.ts',
      'src/proxy/allow-list/denied.ts',
      'src/proxy/allow-list/matcher.ts',
      'src/proxy/allow-list/fields.ts',
    ],
    tests: ['test/proxy/allow-list.test.ts', 'test/proxy/guard/fields-table.test.ts'],
  },
  {
    name: 'proxy: fields of a request',
    files: ['src/proxy/allow-list/check-request.ts'],
    tests: [
      'test/proxy/guard/check-request.test.ts',
      'test/proxy/guard/forward.test.ts',
      'test/proxy/links.test.ts',
    ],
  },
  {
    name: 'proxy: forwarding',
    files: ['src/proxy/allow-list/check-event.ts', 'src/proxy/routes/forward.ts'],
    tests: [
      'test/proxy/guard/check-event.test.ts',
      'test/proxy/custom-events.test.ts',
      'test/proxy/guard/forward.test.ts',
      'test/proxy/links.test.ts',
    ],
  },
  {
    name: 'proxy: guests of shared lists',
    files: ['src/proxy/allow-list/guests.ts', 'src/proxy/routes/forward-guest.ts'],
    tests: ['test/proxy/guests.test.ts'],
  },
  {
    name: 'proxy: several requests in one',
    files: ['src/proxy/routes/page.ts'],
    tests: ['test/proxy/page.test.ts'],
  },
  {
    name: 'proxy: login and logout',
    files: ['src/proxy/routes/authorization.ts', 'src/proxy/routes/limits.ts', 'src/proxy/routes/logout.ts'],
    tests: [
      'test/proxy/guard/authorization.test.ts',
      'test/proxy/guard/limits.test.ts',
      'test/proxy/guard/sessions.test.ts',
      'test/proxy/cookie-session.test.ts',
      'test/proxy/proofs/sign-in.test.ts',
    ],
  },
  {
    name: 'proxy: stored sessions',
    files: ['src/proxy/node-sealed-text.ts', 'src/proxy/sealed-text.ts', 'src/proxy/storage/sessions.ts'],
    tests: ['test/proxy/guard/sealed-text.test.ts', 'test/proxy/guard/sessions.test.ts'],
  },
  {
    name: 'proxy: proof of Shopify',
    files: ['src/proxy/proofs/shopify.ts'],
    tests: ['test/proxy/proofs/shopify.test.ts', 'test/proxy/proofs/variables.test.ts'],
  },
  {
    name: 'proxy: proof of tokens',
    files: [
      'src/proxy/proofs/openid.ts',
      'src/proxy/proofs/bigcommerce.ts',
      'src/proxy/proofs/json-web-token.ts',
      'src/proxy/proofs/remote-keys.ts',
      'src/proxy/directory/verified-email.ts',
    ],
    tests: [
      'test/proxy/proofs/openid.test.ts',
      'test/proxy/proofs/bigcommerce.test.ts',
      'test/proxy/proofs/remote-keys.test.ts',
      'test/proxy/proofs/respelled-tokens.test.ts',
      'test/proxy/proofs/variables.test.ts',
    ],
  },
  {
    name: 'proxy: proof of the own session',
    files: [
      'src/proxy/proofs/own-session.ts',
      'src/proxy/proofs/cookies.ts',
      'src/proxy/directory/find-customer.ts',
    ],
    tests: ['test/proxy/proofs/own-session.test.ts', 'test/proxy/proofs/variables.test.ts'],
  },
  {
    name: 'proxy: which proofs are accepted',
    files: ['src/proxy/proofs/prove.ts'],
    tests: ['test/proxy/proofs/sign-in.test.ts'],
  },
  {
    name: 'proxy: identity of a profile',
    files: ['src/proxy/directory/find-by-identity.ts', 'src/services/transport/identities.ts'],
    tests: ['test/proxy/guard/find-by-identity.test.ts'],
  },
  {
    name: 'service: rights, signatures, passwords',
    files: [
      'demo/service/auth/limit-concurrency.ts',
      'demo/service/auth/customer-signature.ts',
      'demo/service/auth/check-grant.ts',
      'demo/service/auth/passwords.ts',
      'demo/service/auth/scopes.ts',
      'demo/service/events/signature.ts',
    ],
    tests: [
      'test/demo/service/auth/rights.test.ts',
      'test/demo/service/auth/password-queue.test.ts',
      'test/demo/service/auth/signatures.test.ts',
    ],
  },
  {
    name: 'service: addresses and transport',
    files: ['demo/service/events/addresses.ts', 'demo/service/api/transport.ts'],
    tests: [
      'test/demo/service/events/public-addresses.test.ts',
      'test/demo/service/api/transport-rules.test.ts',
    ],
  },
  {
    name: 'service: bodies',
    files: ['demo/service/api/body.ts'],
    tests: ['test/demo/service/api/body.test.ts'],
  },
];
