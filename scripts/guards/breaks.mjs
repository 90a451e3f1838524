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
  retried: 'test/demo/service/platform/events/deliveries-retried.test.ts',
  inUse: 'test/demo/service/crud/records-in-use.test.ts',
  oneEffect: 'test/demo/service/platform/jobs/one-effect.test.ts',
  stock: 'test/demo/service/rewards/stock.test.ts',
  totals: 'test/demo/service/commerce/group-totals.test.ts',
  transactions: 'test/demo/service/commerce/transactions.test.ts',
  profiles: 'test/demo/service/profiles/profiles.test.ts',
  registry: 'test/demo/service/lists/registry.test.ts',
  hiddenNames: 'test/demo/service/lists/hidden-names.test.ts',
  published: 'test/demo/service/published-secrets.test.ts',
  customProducts: 'test/demo/service/lists/custom-products.test.ts',
  purging: 'test/demo/service/profiles/purge-while-claiming.test.ts',
  criteria: 'test/demo/service/achievements/criteria.test.ts',
  failures: 'test/demo/service/api/failures.test.ts',
  behindProxy: 'test/proxy/service/limits-behind-proxy.test.ts',
  database: 'test/demo/service/platform/database/database.test.ts',
  deliveries: 'test/demo/service/platform/events/deliveries.test.ts',
  matrix: 'test/demo/service/platform/auth/scope-matrix.test.ts',
  deletedProfile: 'test/proxy/deleted-profile.test.ts',
  pageProducts: 'test/demo/service/lists/page-products.test.ts',
  messages: 'test/demo/service/platform/messages/messages.test.ts',
  enrolment: 'test/demo/service/platform/auth/enrolment.test.ts',
  hostileFiles: 'test/demo/service/platform/imports/hostile-files.test.ts',
  checkedActions: 'test/demo/service/platform/automation/checked-actions.test.ts',
  periods: 'test/demo/service/tiers/qualifying-period.test.ts',
  dashboard: 'test/demo/service/dashboard/dashboard.test.ts',
  giveBack: 'test/demo/service/redemptions/give-back.test.ts',
  notices: 'test/demo/service/platform/notices/notices.test.ts',
  automation: 'test/demo/service/platform/automation/automation-filters.test.ts',
  unavailable: 'test/promises/database-unavailable.test.ts',
  shopify: 'test/proxy/proofs/shopify.test.ts',
  bigcommerce: 'test/proxy/proofs/bigcommerce.test.ts',
  openid: 'test/proxy/proofs/openid.test.ts',
  ownSession: 'test/proxy/proofs/own-session.test.ts',
  proofs: 'test/proxy/proofs/sign-in.test.ts',
  code: 'test/proxy/proofs/code.test.ts',
  cookie: 'test/proxy/cookie-session.test.ts',
  shops: 'test/proxy/shops-of-one-storage.test.ts',
  respelled: 'test/proxy/proofs/respelled-tokens.test.ts',
  remoteKeys: 'test/proxy/proofs/remote-keys.test.ts',
};

const FILES = {
  'demo/service/lists/custom-products.ts': [
    [
      'a custom product of somebody else is not added',
      'profileId !== null && profileIds.includes(profileId)',
      'true',
      TESTS.customProducts,
    ],
    [
      'a list shows only custom products of its owner',
      'id === product_id && profileId === profile_id',
      'id === product_id',
      TESTS.customProducts,
    ],
  ],
  'demo/service/lists/put-product.ts': [
    ['pictures of other origins', '&& pictures.includes(image.origin)', '', TESTS.pageProducts],
    ['no page describes a custom product', ' && !isCustom(id)', '', TESTS.customProducts],
    ['a custom product of an editor is stored', '...(stored && {', '...(fromPage && {', TESTS.customProducts],
    [
      'variants of a product that is not published',
      'const variant = catalogued && (',
      'const variant = (',
      TESTS.customProducts,
    ],
  ],
  'demo/service/commerce/products.ts': [
    [
      'products that are not published',
      `not fields @> '{"is_published": false}'`,
      'true',
      TESTS.customProducts,
    ],
  ],
  'demo/service/lists/item-views.ts': [
    [
      'shown variants of a product that is not published',
      'byId.has(item.product_id) ? variantOf(item) : undefined',
      'variantOf(item)',
      TESTS.customProducts,
    ],
  ],
  'demo/service/seed/check-published.ts': [
    [
      'published secrets where others reach the service',
      'return !secret || isPublishedSecret(secret);',
      'return false;',
      TESTS.published,
    ],
    ['a name that begins like an address of this machine', 'isIP(host) > 0 && ', '', TESTS.published],
    [
      'published passwords where others reach the service',
      '.filter(({ isPublished }) => isPublished)',
      '.filter(() => false)',
      TESTS.published,
    ],
    ['a published secret replaces no other one', "names.unshift('SHOP_SECRET');", '{}', TESTS.published],
  ],
  'demo/service/index.ts': [
    [
      'an empty secret is none',
      'options.secret || shop.secret',
      'options.secret ?? shop.secret',
      TESTS.published,
    ],
    [
      'an empty previous secret is none',
      'options.previousSecret || undefined',
      'options.previousSecret',
      TESTS.published,
    ],
  ],
  'demo/service/api/problem.ts': [
    ['503 by the code of an error', 'UNAVAILABLE.test(code) || ', '', TESTS.failures],
    ['503 by the text of an error of the driver', 'BROKEN.test(message) || ', '', TESTS.failures],
    ['503 when a connection is refused', ' || ENDS_CONNECTION.includes(severity)', '', TESTS.failures],
  ],
  'demo/service/api/body.ts': [
    ['number of values in a body', 'if (values > MAX_VALUES)', 'if (false)', TESTS.hostileFiles],
    ['depth of a body', 'if (path.length > MAX_DEPTH)', 'if (false)', TESTS.hostileFiles],
    ['errors of a large body', '= values > MAX_VALUES_OF_ALL_ERRORS', '= false', TESTS.hostileFiles],
  ],
  'demo/service/platform/imports/read-file.ts': [
    ['slices of CSV', 'await nextTurn();\n    yield', 'yield', TESTS.hostileFiles],
    ['size of stored rows', 'if (stored > MAX_STORED_CHARACTERS)', 'if (false)', TESTS.hostileFiles],
    [
      'rows of NDJSON that can be stored',
      'rejectUnstorable(row, `content (line ${line})`);',
      '',
      TESTS.hostileFiles,
    ],
  ],
  'demo/service/dashboard/routes/members.ts': [
    [
      'members are found with the right to read profiles alone',
      "if (!session.mayUse('profiles.read')) throw forbidden();",
      '',
      TESTS.dashboard,
    ],
  ],
  'demo/service/dashboard/routes/automation.ts': [
    [
      'messages of deliveries are shown with the right to read profiles alone',
      "mayReadMessages: session.mayUse('profiles.read'),",
      'mayReadMessages: true,',
      TESTS.dashboard,
    ],
  ],
  'demo/service/platform/events/resend-delivery.ts': [
    ['a delivery is sent again once', "if (status === 'pending') {", 'if (false) {', TESTS.retried],
    ['of its own receiver', 'receiver !== undefined, (query)', 'false, (query)', TESTS.retried],
  ],
  'demo/service/platform/events/answer-text.ts': [
    ['no key of ours in an answer', 'text.replaceAll(secret, REMOVED)', 'text', TESTS.retried],
  ],
  'demo/service/redemptions/give-back.ts': [
    ['no more than is left is given back', 'if (units > BigInt(left.value))', 'if (false)', TESTS.giveBack],
  ],
  'demo/service/points/settle.ts': [
    [
      'a tier is reassessed when points leave its period',
      'or exists (select from profile_tiers where profile_id = ${profileId} and reassess_at <= now()))`;',
      ')`;',
      TESTS.periods,
    ],
    [
      'an assigned tier stays',
      'case when is_assigned or coalesce(falls and grace_ends_at > now(), false)',
      'case when coalesce(falls and grace_ends_at > now(), false)',
      TESTS.periods,
    ],
  ],
  'demo/service/platform/notices/daily.ts': [
    [
      'a date of a customer is reached once in a period',
      'where not by_customer or not exists (',
      'where true or not exists (',
      TESTS.notices,
    ],
    ['dates of one name in one run', 'where not by_customer or of_kind = 1', 'where true', TESTS.notices],
    [
      'number of dates that a customer invents',
      'where not by_customer or number <= ${MAX_CUSTOMER_DATES}::integer',
      'where true',
      TESTS.notices,
    ],
  ],
  'demo/service/profiles/dates.ts': [
    [
      'schedules that customers may choose',
      'scheduleNames.indexOf(schedule) < shortest',
      'false',
      TESTS.notices,
    ],
    [
      "a date of staff that a customer moves is the customer's",
      "return { ...values, written_by: 'customer' };",
      'return values;',
      TESTS.notices,
    ],
  ],
  'demo/service/platform/automation/run.ts': [
    [
      'a query for birthdays finds a profile once a year',
      "asked === 'always' && isAboutBirthdays ? 'yearly' : asked",
      'asked',
      TESTS.automation,
    ],
  ],
  'demo/service/platform/health.ts': [
    ['Retry-After of /health', "{ 'Retry-After': RETRY_AFTER_SECONDS }", '{}', TESTS.failures],
  ],
  'demo/service/platform/database/folder-lock.ts': [
    ['an empty lock is abandoned', 'now - (emptySince ?? now) > ABANDONED_MS', 'false', TESTS.database],
    [
      'a lock of an earlier process with this id',
      'processId === own.processId && !held.has(lock)',
      'false',
      TESTS.database,
    ],
    [
      'a lock of an earlier process with the id of another',
      'start === undefined || running === undefined || start === running',
      'true',
      TESTS.database,
    ],
  ],
  'demo/service/platform/database/embedded.ts': [
    ['an empty postmaster.pid', "content === '' && (await isStillEmpty(pidFile))", 'false', TESTS.database],
  ],
  'demo/service/platform/database/connect.ts': [
    ['limit of a statement without an answer', 'query_timeout: 2 * timeoutMs,', '', TESTS.failures],
  ],
  'demo/service/crud/references.ts': [
    [
      'references stored with the parent',
      "write === 'never' && kind === reference && !isColumn",
      'false',
      TESTS.inUse,
    ],
    ['references inside of a field', '{ [inside]: value }', '{}.never', TESTS.inUse],
    ['references in lists', 'isList ? [String(value)] : id', 'id', TESTS.inUse],
  ],
  'demo/service/platform/automation/check-action.ts': [
    [
      'settings of an action that nothing reads',
      'if (unknown.length === 0) return;',
      'return;',
      TESTS.checkedActions,
    ],
    ['records that an action names', 'await checkReferences(db, model, settings);', '', TESTS.checkedActions],
  ],
  'demo/service/platform/events/message.ts': [
    [
      'paths that lead to nothing',
      'const leads = known.some(',
      'const leads = true || known.some(',
      TESTS.checkedActions,
    ],
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
    [
      'who wrote an action holds its scope',
      'if (scope) throw forbidden(`The author',
      'if (false) throw forbidden(`The author',
      TESTS.granting,
    ],
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
      'enrolments of an address',
      'refuseExcess(await countRequest(work, `enrol-address:${from}`, ENROLMENTS_PER_HOUR, HOUR_SECONDS));',
      '',
      TESTS.enrolment,
    ],
    [
      'wrong signatures, by address',
      'refuseExcess(await countRequest(db, `signature-refused:${from}`, WRONG_SIGNATURES_PER_MINUTE));',
      '',
      TESTS.limits,
    ],
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
    ['tokens of a user whose kind changes', '|| changesKind ', '', TESTS.ended],
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
  'demo/service/platform/events/template.ts': [
    ['size of a message', 'if (Buffer.byteLength(text) > MAX_RESULT_BYTES)', 'if (false)', TESTS.messages],
  ],
  'demo/service/profiles/enrol.ts': [
    [
      'the enrolment of a deleted profile',
      'found.isDeleted ? undefined : found.profileId',
      'found.profileId',
      TESTS.enrolment,
    ],
  ],
  'src/proxy/upstream/forwarded-for.ts': [
    [
      'the address of the client',
      "? { 'X-Forwarded-For': clientAddress } : {}",
      '? {} : {}',
      TESTS.behindProxy,
    ],
  ],
  'src/proxy/upstream/tokens.ts': [
    ['a deleted profile', '!(await settings.hasProfile(id, signal))', 'false', TESTS.deletedProfile],
    [
      'the address of the client of a token',
      "forwardedFor(addresses.get(id) ?? '')",
      '{}',
      TESTS.behindProxy,
    ],
  ],
  'demo/service/api/mount.ts': [
    [
      'requests with a link, by address',
      'refuseExcess(await countRequest(db, `link:${from}`, linkRequestsPerMinute ?? requestsPerMinute));',
      '',
      TESTS.limits,
    ],
    ['wrong links, by setting', '    wrongLinksPerMinute,\n  );', '  );', TESTS.limits],
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
    [
      'events of customers at webhooks',
      'if (!isAskedFor(event, webhook.condition ?? [])) return undefined;',
      '',
      TESTS.deliveries,
    ],
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
  'demo/service/redemptions/redemption-views.ts': [
    ['the profile in a redemption', 'mayUse(viewing.principal, PROFILES_READ)', 'true', TESTS.matrix],
  ],
  'demo/service/platform/auth/record-scopes.ts': [
    ['scopes of the records', 'if (missing.length > 0)', 'if (false)', TESTS.matrix],
    ['scopes of the records in an audit entry', ': EVERYTHING;', ": 'platform.read';", TESTS.matrix],
  ],
  'demo/service/platform/automation/routes.ts': [
    [
      'samples of profiles',
      "checkReadable(principal, [PROFILES_READ], 'A sample of profiles');",
      '',
      TESTS.matrix,
    ],
  ],
  'demo/service/platform/resources.ts': [
    [
      'values in audit entries',
      'mayUse(principal, scopeOfOperation(entry.action)) ? entry',
      'principal ? entry',
      TESTS.matrix,
    ],
  ],
  'demo/service/crud/custom-fields/routes.ts': [
    [
      'custom fields of all records',
      'any(${readableModels(call.principal)}::text[])',
      "any(${[...readableModels(call.principal), 'profile']}::text[])",
      TESTS.matrix,
    ],
    [
      'custom fields of a record',
      "checkReadable(principal, [scopeOfModel(fieldable.model)], 'This record');\n    return fieldable;",
      'return principal && fieldable;',
      TESTS.matrix,
    ],
  ],
  'demo/service/platform/automation/resources.ts': [
    [
      'another address of a target',
      'if (values.url !== undefined && values.url !== before.url) await',
      'if (false) await',
      TESTS.matrix,
    ],
  ],
  'demo/service/platform/events/webhooks.ts': [
    [
      'records of a new webhook',
      "checkReadable(call.principal, scopesOfEvent(String(values.trigger)), 'This webhook');",
      '',
      TESTS.matrix,
    ],
    [
      'records of a changed webhook',
      "checkReadable(call.principal, triggers.flatMap(scopesOfEvent), 'This webhook');",
      '',
      TESTS.matrix,
    ],
  ],
  'demo/service/platform/auth/routes.ts': [
    ['life of an access token', "if (kind === 'access') checkLifetime(body.expires_at);", '', TESTS.matrix],
    ['scopes of a delegation token', 'checkScopes(wanted, user, customerScopes);', '', TESTS.granting],
    [
      'rights of the owner of a new token',
      "if (!isOwn) checkHeld(principal, await permissionsOf(db, user.roles), 'The machine user');",
      '',
      TESTS.granting,
    ],
  ],
  'demo/service/platform/events/customer-events.ts': [
    ['events of customers', 'namespace !== CUSTOMER_NAMESPACE ||', 'true ||', TESTS.deliveries],
    ['the origin of an event', "ORIGINS[namespace] ?? 'system'", "'staff'", TESTS.deliveries],
  ],
  'demo/service/lists/share-claims.ts': [
    [
      'an expired share gives its claimants no rights',
      "and claim.resource = 'list-share-claim' and claim.profile_id = ${profileId}\n      and coalesce((share.fields ->> 'expires_at')::timestamptz > now(), true)",
      "and claim.resource = 'list-share-claim' and claim.profile_id = ${profileId}",
      TESTS.registry,
    ],
    [
      'an expired share lets nobody raise',
      "and coalesce((fields ->> 'expires_at')::timestamptz > now(), true) limit 1",
      'limit 1',
      TESTS.registry,
    ],
  ],
  'demo/service/lists/reservations.ts': [
    [
      'nothing new after every link ended',
      'if (activeQuantity(after) <= activeQuantity(before)) return;',
      'return;',
      TESTS.registry,
    ],
    [
      'who reserved once does not add',
      'if (await hasClaimed(db, { listId: item.list_id, profileId })) return item;\n  throw notFound();',
      'return item;',
      TESTS.registry,
    ],
    [
      'until the day the owner reads no names',
      "and (lists.fields ->> 'event_at')::timestamptz <= ${now}",
      '',
      TESTS.hiddenNames,
    ],
    [
      'until the day that a giver was shown, the owner reads no names',
      "and coalesce((lists.fields ->> 'names_hidden_until')::timestamptz <= ${now}, true)",
      '',
      TESTS.hiddenNames,
    ],
  ],
  'demo/service/lists/hidden-names.ts': [
    [
      'a shared list hides names until the latest of its days',
      '(await wasShown(db, list.id)) ? Math.max(before, after) : after',
      'after',
      TESTS.hiddenNames,
    ],
    [
      'a list without a day never names its givers',
      ': Number.POSITIVE_INFINITY',
      ': Number.NEGATIVE_INFINITY',
      TESTS.hiddenNames,
    ],
    [
      'a share shows a list before anybody reserves',
      "select from records where resource = 'list-share' and parent = ${`list:${listId}`}\n    union all\n    ",
      '',
      TESTS.hiddenNames,
    ],
    [
      'a list with a reservation was shown, without a share too',
      "select from records where resource = 'reservation'",
      "select from records where resource = 'never'",
      TESTS.hiddenNames,
    ],
    ['a share and a reservation wait for a change of the day', '.forShare()', '', TESTS.hiddenNames],
  ],
  'demo/service/lists/reserved-quantities.ts': [
    ['more than is left', 'if (wanted > left)', 'if (wanted > left + 99)', TESTS.registry],
  ],
  'demo/service/profiles/merge-lists.ts': [
    [
      'names of givers of merged lists',
      'if (await wasShown(work, list.id)) await hideNames(work, into.id, mergedHiddenUntil(into, list));',
      '',
      TESTS.hiddenNames,
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
  'src/proxy/proofs/shopify.ts': [
    [
      'signature',
      "if (!(await crypto.subtle.verify('HMAC', await key, signature, message))) throw",
      "if (!(await crypto.subtle.verify('HMAC', await key, signature, message)) && false) throw",
      TESTS.shopify,
    ],
    ['shop', "values['shop'] !== shop || ", '', TESTS.shopify],
    [
      'age of a signature',
      '!(Math.abs(now() - signedAt) <= FRESH_MS)',
      '!(now() <= Infinity)',
      TESTS.shopify,
    ],
    ['signatures of the future', 'Math.abs(now() - signedAt)', '(now() - signedAt)', TESTS.shopify],
    ['repeated parameters', 'more.length > 0 || ', '', TESTS.shopify],
    ['format of the parameters', ' || !FORMATS[name]!.test(value)', '', TESTS.shopify],
    ['order of the parameters', '.sort()', '', TESTS.shopify],
    ['joined values', "parameters.getAll(name).join(',')", 'parameters.get(name)', TESTS.shopify],
    ['one way to read a signature', ' || (signsIn && !isPlain(parameters))', '', TESTS.shopify],
    ['a guest has no id', 'if (!id) return GUEST;', '', TESTS.shopify],
    ['the signed id', '...found, id, once', 'id, ...found, once', TESTS.shopify],
    ['a signature opens one session', '...found, id, once', '...found, id', TESTS.proofs],
    ['every request', 'everyRequest: true,', '', TESTS.proofs],
  ],
  'src/proxy/proofs/json-web-token.ts': [
    ['issue in the future', 'if (iat * 1_000 > now()', 'if (iat > now()', TESTS.openid],
    ['a token needs an end', "requiredClaims: ['exp', 'iat',", "requiredClaims: ['iat',", TESTS.openid],
    ['expiry', 'currentDate: new Date(now()),', 'currentDate: new Date(0),', TESTS.openid],
    ['spellings of a token', 'if (!isCanonical(token)) throw', 'if (false) throw', TESTS.respelled],
    ['the mark of a used token', "token.slice(0, token.lastIndexOf('.'))", 'token', TESTS.respelled],
    ['keys that cannot be loaded', ' && !UNAVAILABLE.includes(error.code)', '', TESTS.openid],
  ],
  'src/proxy/proofs/bigcommerce.ts': [
    ['audience', 'audience: clientId,', '', TESTS.bigcommerce],
    ['store', 'subject: storeHash,', '', TESTS.bigcommerce],
    [
      'operation',
      "if (claims['operation'] !== 'current_customer') throw new ProofRefused();",
      '',
      TESTS.bigcommerce,
    ],
    ['a guest is no customer', " || id === '0'", '', TESTS.bigcommerce],
    [
      'a token opens one session',
      'once: { key: signedPartOf(token),',
      'one: { key: token,',
      TESTS.bigcommerce,
    ],
    [
      'signature',
      'const claims = await verifyToken(token, key, now, {',
      "const claims = { ...JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))) } ?? ({",
      TESTS.bigcommerce,
    ],
  ],
  'src/proxy/proofs/openid.ts': [
    ['audience', 'issuer, audience });', 'issuer });', TESTS.openid],
    [
      'party of a token for several',
      "if ((isForOthers || claims['azp'] !== undefined) &&",
      'if (false &&',
      TESTS.openid,
    ],
    ['nonce', "claims['nonce'] !== nonce", 'false', TESTS.openid],
    [
      'an ID token opens one session',
      'once: { key: signedPartOf(token),',
      'one: { key: token,',
      TESTS.openid,
    ],
    ['an access token ends its session', ': { endsAt }', ': {}', TESTS.openid],
    [
      'an e-mail as the id',
      "if (id === '' || isUnverifiedEmail(id, claims, customerClaim)) throw",
      "if (id === '') throw",
      TESTS.openid,
    ],
    [
      'an e-mail as the id by another claim',
      "|| (claim !== 'sub' && fold(id) === fold(claimText(claims[EMAIL])))",
      '',
      TESTS.openid,
    ],
    [
      'no exception for an e-mail as the id',
      "verifiedEmail(claims, false) === ''",
      "verifiedEmail(claims, true) === ''",
      TESTS.openid,
    ],
    [
      'the exception is not for an e-mail as the id',
      'if (vouches && customerClaim === EMAIL)',
      'if (false)',
      TESTS.openid,
    ],
  ],
  'src/proxy/proofs/remote-keys.ts': [
    ['pause after a failure', 'if (now() < pausedUntil) throw', 'if (false) throw', TESTS.remoteKeys],
    ['an answer without keys is a failure', ' || !Array.isArray(keys)', '', TESTS.remoteKeys],
    ['status of the keys', 'status !== 200 || ', '', TESTS.remoteKeys],
  ],
  'src/proxy/proofs/cookies.ts': [
    ['two cookies of one name', 'values.length === 1', 'values.length > 0', TESTS.ownSession],
  ],
  'src/proxy/proofs/own-session.ts': [
    ['only https', 'if (!isPlatformAddress(url)) throw', 'if (false) throw', TESTS.ownSession],
    [
      'a failure is no guest',
      'if (NOBODY.has(answer.status)) return GUEST;',
      'if (answer.status !== 200) return GUEST;',
      TESTS.ownSession,
    ],
    ['only a customer is one', 'if (!customer) throw', 'if (false) throw', TESTS.ownSession],
    [
      'only the named cookies',
      "Cookie: passed.join('; ')",
      "Cookie: headers.get('Cookie') ?? ''",
      TESTS.ownSession,
    ],
  ],
  'src/proxy/directory/find-customer.ts': [
    ['the requested customer', "('id' in by ? customer.id === by.id : true)", 'true', TESTS.ownSession],
  ],
  'src/proxy/proofs/code.ts': [
    ['end of a code', 'if (endsAt <= now()) return undefined;', '', TESTS.code],
    ['tries of a code', '!allowed || ', '', TESTS.code],
    ['tries of others', "isRequester ? 'requester' : 'others'", "'all'", TESTS.code],
    ['the right code', ' || (await checkOf(id, code)) !== check', '', TESTS.code],
    [
      'a code is used once',
      "(await texts.add(`code-used:${id}`, '1', CODE_LIFETIME_MS)) ? customer : undefined",
      'customer',
      TESTS.code,
    ],
    [
      'a code of another address',
      'const keyOf = async (email: string) => `code:${await digest(accountOf(email))}`;',
      "const keyOf = async (email: string) => `code:${email ? '' : ''}`;",
      TESTS.code,
    ],
    ['stored codes', 'digest(`${secret} ${id} ${code}`)', 'Promise.resolve(code)', TESTS.code],
  ],
  'src/proxy/routes/code.ts': [
    ['codes of a client', 'await take(codeLimits.perAddress, address, log);', '', TESTS.code],
    [
      'codes of an account',
      'await take(codeLimits.perAccount, await digest(accountOf(email)), log);',
      '',
      TESTS.code,
    ],
    ['the answer does not wait', 'background?.(sending);', 'await sending;', TESTS.code],
  ],
  'src/proxy/storage/shop-storage.ts': [
    ['texts of a shop', 'texts.get(await own(key))', 'texts.get(key)', TESTS.shops],
    ['used proofs of a shop', 'texts.add(await own(key),', 'texts.add(key,', TESTS.shops],
    ['counts of a shop', 'const name = await own(limit.name);', 'const { name } = limit;', TESTS.shops],
    ['service of a shop', 'new URL(baseUrl).href, platform', "'', platform", TESTS.shops],
    ['platform of a shop', 'href, platform, clientId]', 'href, clientId]', TESTS.shops],
    ['client id of a shop', 'platform, clientId]', 'platform]', TESTS.shops],
    ['instances of a shop', 'platform, clientId]', 'platform, clientId, Math.random()]', TESTS.shops],
  ],
  'src/proxy/proofs/prove.ts': [
    [
      'proofs agree',
      'if (more.some((result) => result?.id !== first?.id)) throw new ProofRefused();',
      '',
      TESTS.proofs,
    ],
    ['a guest is nobody', 'if (found?.id === undefined)', 'if (found === undefined)', TESTS.proofs],
    [
      'the customer of the page',
      'if (wantedId !== undefined && wantedId !== found.id)',
      'if (false)',
      TESTS.proofs,
    ],
    ['a proof is used once', 'if (!isFirst) throw new ProofRefused();', '', TESTS.proofs],
    [
      'sign-ins that prove nobody',
      'const asks = others.length > 0 && proven === undefined;',
      'const asks = false;',
      TESTS.proofs,
    ],
    [
      'sign-ins while the platform fails',
      'return refuse(error, { config, loginLimits }, address);\n  }\n}\n\nconst isOfEveryRequest',
      'await asked?.giveBack();\n    return refuse(error, { config, loginLimits }, address);\n  }\n}\n\nconst isOfEveryRequest',
      TESTS.remoteKeys,
    ],
    ['proofs are of one store of used ones', 'storage.texts.add(', 'storage.texts.set(', TESTS.proofs],
  ],
  'src/proxy/routes/login.ts': [
    ['end of the proof', '{ endsAt: customer.endsAt }', '{}', TESTS.proofs],
    [
      'the session before a sign-in',
      'if (before !== undefined) await fromStore(sessions.close(before), config.log);',
      '',
      TESTS.cookie,
    ],
    ['the secret stays out of the page', 'token: handle ?? token,', 'token,', TESTS.cookie],
  ],
  'src/proxy/routes/session-cookie.ts': [
    ['prefix of the cookie', "const NAME = '__Host-loyalty';", "const NAME = 'loyalty';", TESTS.cookie],
    ['scripts', 'Secure; HttpOnly; SameSite=Lax', 'Secure; SameSite=Lax', TESTS.cookie],
  ],
  'src/proxy/routes/logout.ts': [
    ['a late sign-out', 'session !== undefined && session.handle !== token', 'false', TESTS.cookie],
  ],
  'src/proxy/app.ts': [
    [
      'requests of other origins with the cookie',
      "if (config.session === 'cookie') checkSameOrigin(request);",
      '',
      TESTS.cookie,
    ],
  ],
  'src/proxy/routes/authorization.ts': [
    ['the customer of each request', 'if (isOther) throw unauthenticated();', '', TESTS.proofs],
    [
      'the handle of a page',
      " || (config.session === 'cookie' && session.handle !== bearer)",
      '',
      TESTS.cookie,
    ],
    [
      'the secret is in the cookie',
      "config.session === 'cookie' ? secretOf(headers) : bearer",
      'secretOf(headers) ?? bearer',
      TESTS.cookie,
    ],
  ],
  'demo/service/platform/database/migrations/0082-emails.ts': [
    ['addresses that differ in case', 'if (rows.length)', 'if (rows.length > 99)', TESTS.emails],
  ],
};

export const BREAKS = Object.entries(FILES).flatMap(([file, breaks]) =>
  breaks.map(([guard, text, replacement, test]) => ({ file, guard, text, replacement, test })),
);
