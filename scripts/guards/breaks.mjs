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
  inUse: 'test/demo/service/crud/records-in-use.test.ts',
  oneEffect: 'test/demo/service/platform/jobs/one-effect.test.ts',
  stock: 'test/demo/service/rewards/stock.test.ts',
  totals: 'test/demo/service/commerce/group-totals.test.ts',
  transactions: 'test/demo/service/commerce/transactions.test.ts',
  profiles: 'test/demo/service/profiles/profiles.test.ts',
  registry: 'test/demo/service/lists/registry.test.ts',
  purging: 'test/demo/service/profiles/purge-while-claiming.test.ts',
  criteria: 'test/demo/service/achievements/criteria.test.ts',
  failures: 'test/demo/service/api/failures.test.ts',
  unavailable: 'test/promises/database-unavailable.test.ts',
};

const FILES = {
  'demo/service/api/problem.ts': [
    ['503 by the code of an error', 'UNAVAILABLE.test(code) || ', '', TESTS.failures],
    ['503 by the text of an error of the driver', 'BROKEN.test(message) || ', '', TESTS.failures],
    ['503 when a connection is refused', ' || ENDS_CONNECTION.includes(severity)', '', TESTS.failures],
  ],
  'demo/service/platform/health.ts': [
    ['Retry-After of /health', "{ 'Retry-After': RETRY_AFTER_SECONDS }", '{}', TESTS.failures],
  ],
  'demo/service/platform/database/connect.ts': [
    ['limit of a statement without an answer', 'query_timeout: 2 * timeoutMs,', '', TESTS.failures],
  ],
  'demo/service/crud/store.ts': [
    [
      'a failed statement is no missing record',
      'if (error instanceof Problem && error.status === 404) return undefined;',
      'return undefined;',
      TESTS.unavailable,
    ],
  ],
  'demo/service/platform/automation/actions.ts': [
    [
      'who starts actions holds their scopes',
      'if (beyond.length) throw forbidden(`Its',
      'if (false) throw forbidden(`Its',
      TESTS.granting,
    ],
    ['who wrote an action holds its scope', 'if (scope && !mayUse(', 'if (false && !mayUse(', TESTS.granting],
    [
      'an event runs an action once',
      'if (!(await isFirstRun(runtime.db, cause.event, action))) continue;',
      '',
      TESTS.oneEffect,
    ],
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
  'demo/service/platform/auth/resources.ts': [
    [
      'rights of a new user',
      "checkHeld(principal, await permissionsOf(db, values.roles ?? []), 'The new user');",
      '',
      TESTS.granting,
    ],
    ['rights of a changed user', "checkHeld(principal, [...had, ...has], 'The user');", '', TESTS.granting],
    ['rights of a deleted user', "checkHeld(principal, had, 'The user');", '', TESTS.granting],
    ['rights of a new role', "checkHeld(principal, permissions, 'The new role');", '', TESTS.granting],
    ['rights of a changed role', "checkHeld(principal, [...had, ...has], 'The role');", '', TESTS.granting],
    [
      'rights of a deleted role',
      "checkHeld(principal, role.permissions, 'The role')",
      'undefined',
      TESTS.granting,
    ],
    [
      'rights of a new role definition',
      "checkHeld(principal, values.permissions ?? [], 'The new role definition');",
      '',
      TESTS.granting,
    ],
    [
      'rights of a changed role definition',
      "checkHeld(principal, permissions, 'The role definition');",
      '',
      TESTS.granting,
    ],
    [
      'rights of a deleted role definition',
      "checkHeld(principal, permissions ?? [], 'The role definition')",
      'undefined',
      TESTS.granting,
    ],
  ],
  'demo/service/achievements/achievement-progress.ts': [
    ['a resent event counts once', 'and not is_resent', '', TESTS.criteria],
  ],
  'demo/service/api/mount.ts': [
    [
      'a request locks its profile first',
      'return profileId === undefined || route.locksProfiles',
      'return true',
      TESTS.purging,
    ],
  ],
  'demo/service/profiles/routes.ts': [
    [
      'the e-mail address of a customer',
      "if (call.principal.kind === 'customer') await checkEmailUnchanged(call, values);",
      '',
      TESTS.ended,
    ],
  ],
  'demo/service/crud/routes.ts': [
    [
      'changes of a tree wait for each other',
      'if (resource.hierarchyField) await lockTree(call.db, model);',
      '',
      TESTS.inUse,
    ],
    ['records in use are not deleted', 'await checkUnused(call.db, model, record);', '', TESTS.inUse],
    [
      'fields in use are not changed',
      "await checkUnused(db, model, before, (by) => isFixed || (by !== 'id' && changes(by)));",
      '',
      TESTS.inUse,
    ],
    [
      'no record is its own ancestor',
      'await checkAncestors(call.db, { model, table, field: resource.hierarchyField }, before, values);',
      'void 0;',
      TESTS.inUse,
    ],
  ],
  'demo/service/platform/events/handle-event.ts': [
    ['a resent event runs no trigger', 'if (!event.is_resent) await', 'await', TESTS.oneEffect],
  ],
  'demo/service/rewards/issue-reward.ts': [
    [
      'no stock below zero',
      "where.or([where('stock', 'is', null), where('stock', '>', 0)])",
      "where.or([where('stock', 'is', null), where('stock', '>', -99)])",
      TESTS.stock,
    ],
  ],
  'demo/service/rewards/rewards.ts': [
    [
      'issued rewards are of the stock',
      'if (definition.stock !== null && (await takeReward(db, definition.id)) === undefined)',
      'if (!definition)',
      TESTS.stock,
    ],
  ],
  'demo/service/commerce/group-totals.ts': [
    ['one group for each currency', ', ${currency} as currency', ", ''::text as currency", TESTS.totals],
  ],
  'demo/service/commerce/transactions.ts': [
    ['a repeated purchase that differs', 'if (!isSame) throw', 'if (false) throw', TESTS.transactions],
  ],
  'demo/service/profiles/profile-rows.ts': [
    [
      'e-mail identities that differ in case',
      "namespace === 'email' && value ? emailIdentity(value) : value",
      'value',
      TESTS.profiles,
    ],
  ],
  'demo/service/lists/reservation-routes.ts': [
    ['repeated reservations wait for each other', 'await lockItem(work, item.id);', '', TESTS.registry],
    [
      'the key of another reservation',
      'if (repeated.request_hash !== hashes.request_hash) throw keyOfOtherRequest();',
      '',
      TESTS.registry,
    ],
    [
      'the secret of a reservation',
      "if (record.secret_hash !== hashOf(secret).toString('base64url')) throw notFound();",
      '',
      TESTS.registry,
    ],
  ],
  'demo/service/lists/reserved-quantities.ts': [
    ['more than is left', 'if (wanted > left)', 'if (wanted > left + 99)', TESTS.registry],
  ],
  'demo/service/platform/database/migrations/0082-emails.ts': [
    ['addresses that differ in case', 'if (rows.length)', 'if (rows.length > 99)', TESTS.emails],
  ],
};

export const BREAKS = Object.entries(FILES).flatMap(([file, breaks]) =>
  breaks.map(([guard, text, replacement, test]) => ({ file, guard, text, replacement, test })),
);
