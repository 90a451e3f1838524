/**
 * Guards whose tests need the database: too slow for all mutants of StrykerJS. Each is broken by hand instead: the exact text in
 * the file, where it occurs once, its replacement, and the test file that has to fail.
 */
const TESTS = {
  grants: 'test/demo/service/platform/auth/grant-limits.test.ts',
  granting: 'test/demo/service/platform/auth/granting.test.ts',
  ended: 'test/demo/service/platform/auth/tokens-end.test.ts',
  storefront: 'test/demo/service/platform/auth/storefront-token.test.ts',
  access: 'test/demo/service/platform/auth/access.test.ts',
  limits: 'test/demo/service/platform/auth/limits.test.ts',
  addresses: 'test/demo/service/platform/events/addresses.test.ts',
  emails: 'test/demo/service/platform/database/migrations/0082-emails.test.ts',
};

const FILES = {
  'demo/service/platform/automation/actions.ts': [
    [
      'who starts actions holds their scopes',
      'if (beyond.length) throw forbidden(`Its',
      'if (false) throw forbidden(`Its',
      TESTS.granting,
    ],
    ['who wrote an action holds its scope', 'if (scope && !mayUse(', 'if (false && !mayUse(', TESTS.granting],
  ],
  'demo/service/platform/auth/grant.ts': [
    ['secret of a client', '(isNew || isPrevious) && client', 'client', TESTS.grants],
    ['no previous secret', 'client?.previous ?? NO_SECRET', "client?.previous ?? hashOf('')", TESTS.grants],
    ['client belongs to the user', 'client.userId !== user.id || ', '', TESTS.grants],
    ['password', '!passwordFits || ', '', TESTS.grants],
    ['user is switched on', ' || !user.is_active', '', TESTS.grants],
  ],
  'demo/service/platform/auth/grant-routes.ts': [
    [
      'tries without the secret, by address',
      'refuseExcess(await countRequest(db, `grant-refused:${from}`, REFUSALS_PER_MINUTE));',
      '',
      TESTS.grants,
    ],
    [
      'tries with the secret',
      'refuseExcess(await countRequest(db, `grant:${client.id}:${from}`, TRIES_PER_MINUTE));',
      '',
      TESTS.grants,
    ],
    [
      'tries are counted by address too',
      '`grant:${client.id}:${from}`',
      '`grant:${client.id}`',
      TESTS.grants,
    ],
    [
      'one answer for an unknown client and a wrong secret',
      `        throw wrongCredentials();
      }`,
      `        throw unauthenticated();
      }`,
      TESTS.grants,
    ],
    ['scopes beyond the roles', 'if (beyond.length)', 'if (beyond.length > 99)', TESTS.access],
    ['unknown scopes', '|| !wanted.every(isScope)', '', TESTS.access],
    [
      'one answer for an unknown customer',
      'if (profileId === undefined) throw unauthenticated();',
      'if (profileId === undefined) throw notFound();',
      TESTS.storefront,
    ],
    ['token of a deleted profile', 'found && !found.isDeleted', 'found', TESTS.access],
    [
      'signature has to name its time',
      'required: settings?.requireSignedAt ?? false',
      'required: false',
      TESTS.storefront,
    ],
  ],
  'demo/service/platform/auth/tokens.ts': [
    [
      'new tokens of a customer',
      'refuseExcess(await countRequest(work, key, customer, HOUR_SECONDS));',
      '',
      TESTS.storefront,
    ],
    [
      'new tokens of an address',
      'refuseExcess(await countRequest(work, `storefront-address:${from}`, address, HOUR_SECONDS));',
      '',
      TESTS.limits,
    ],
    [
      'a token of the secret before',
      'if (hashOf(value).equals(live.hash)) return',
      'return',
      TESTS.storefront,
    ],
    ['a revoked token is not answered again', "    .where('revoked_at', 'is', null)\n", '', TESTS.storefront],
    [
      'life of a storefront token',
      'STOREFRONT_LIFETIME_SECONDS = 15 * 60',
      'STOREFRONT_LIFETIME_SECONDS = 60 * 60',
      TESTS.storefront,
    ],
  ],
  'demo/service/platform/auth/principal.ts': [
    ['revoked tokens', ".where('tokens.revoked_at', 'is', null)", '', TESTS.ended],
    [
      'expired tokens',
      "where('tokens.expires_at', '>', sql<Date>`now()`)",
      "where('tokens.expires_at', 'is not', null)",
      TESTS.storefront,
    ],
    ['tokens of a deleted profile', ".where('profiles.deleted_at', 'is', null)", '', TESTS.ended],
    [
      'tokens of a user who is switched off',
      "where('users.is_active', '=', true)",
      "where('users.id', 'is not', null)",
      TESTS.ended,
    ],
    ['roles bound a token', 'covers(principal.permissions, scope)', 'true', TESTS.granting],
    [
      'an administrator acts with all scopes',
      'mayUse(principal, EVERYTHING)',
      'principal.permissions.includes(EVERYTHING)',
      TESTS.granting,
    ],
  ],
  'demo/service/platform/auth/administrators.ts': [
    ['the last administrator', 'if (rows.length === 0)', 'if (rows.length > 99)', TESTS.granting],
  ],
  'demo/service/api/access.ts': [
    ['scope of a route', 'if (route.scope && !mayUse(principal, route.scope))', 'if (!route)', TESTS.access],
    [
      'routes closed to customers',
      "if (principal.kind === 'customer' && !isOpenToCustomers(route)) throw forbidden();",
      '',
      TESTS.access,
    ],
    [
      'routes of administrators',
      'if (route.administrators && !isAdministrator(principal))',
      'if (!route)',
      TESTS.access,
    ],
    [
      'another customer’s profile',
      'if (named !== undefined && named !== principal.profileId) throw notFound();',
      '',
      TESTS.access,
    ],
    [
      'deleted profiles',
      ".$if(!route.evenDeleted, (query) => query.where('deleted_at', 'is', null))",
      '',
      TESTS.access,
    ],
  ],
  'demo/service/api/failed-lookups.ts': [
    ['misses before', 'if (misses >= limit) throw tooMany();', '', TESTS.limits],
    [
      'a miss is counted',
      'if (error instanceof Problem && error.status === 404) refuseExcess(await countRequest(db, key, limit));',
      '',
      TESTS.limits,
    ],
    [
      'misses of the profile, whatever its token',
      '`profile:${caller.profileId}`',
      '`token:${caller.tokenId}`',
      TESTS.limits,
    ],
  ],
  'demo/service/api/rate-limit.ts': [
    [
      'requests beyond the limit',
      'requests > limit ? reset : undefined',
      'requests > limit + 1_000 ? reset : undefined',
      TESTS.limits,
    ],
    ['a limit refuses', 'if (retryAfter === undefined) return;', 'return;', TESTS.limits],
    [
      'a window ends',
      'then mine.requests + 1 else 1 end',
      'then mine.requests + 1 else mine.requests + 1 end',
      TESTS.limits,
    ],
  ],
  'demo/service/platform/events/post.ts': [
    ['every address of a name', '!addresses.every(isPublic)', '!addresses.some(isPublic)', TESTS.addresses],
  ],
  'demo/service/platform/database/migrations/0082-emails.ts': [
    ['addresses that differ in case', 'if (rows.length)', 'if (rows.length > 99)', TESTS.emails],
  ],
};

export const BREAKS = Object.entries(FILES).flatMap(([file, breaks]) =>
  breaks.map(([guard, text, replacement, test]) => ({ file, guard, text, replacement, test })),
);
