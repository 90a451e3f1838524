import { serviceAddress } from '../../services/transport/address.ts';
import { DEFAULT_PLATFORM_VERSION } from '../../services/transport/formats.ts';
import { checkPathOverrides } from '../../services/transport/path-overrides.ts';
import { fillPath } from '../../services/transport/paths.ts';
import { IDEMPOTENCY_KEY } from '../../services/transport/http.ts';
import { createMapping } from '../../services/transport/tenant/mapping.ts';
import { TOKEN_LIFETIME_MS } from '../../services/transport/token-reply.ts';
import { notFound } from '../guard/answer.ts';
import { memoryStorage } from '../storage/memory.ts';
import { shopDigest, shopStorage } from '../storage/shop-storage.ts';
import { problemsOf } from './problems.ts';
import type { PathTo } from '../upstream/service.ts';
import { SettingsError, type ProxyConfig, type ProxySettings } from './settings.ts';

const LIMITS = {
  perAccount: 5,
  perAccountInAll: 100,
  perAddress: 20,
  createPerAddress: 5,
  guestPerAddress: 60,
  wrongLinksPerAddress: 10,
  unprovenPerAddress: 120,
  codesPerAddress: 10,
  codesPerAccount: 5,
};
const DEADLINE_MS = 10_000;
const LOGIN_GRID_MS = 250;

/** Checks settings and fills in defaults. @throws SettingsError that names everything to change */
export function readSettings(settings: ProxySettings): ProxyConfig {
  const problems = problemsOf(settings);
  const baseUrl = serviceAddress(settings);
  if (problems.length > 0 || !baseUrl) throw new SettingsError(problems);
  const paths = checkPathOverrides(settings.paths);
  const pathTo: PathTo = (endpoint, values) => {
    try {
      return fillPath(endpoint, values, paths);
    } catch {
      throw notFound(); // a value that would change the route, such as a dot segment
    }
  };
  const now = settings.now ?? Date.now;
  const shop = shopDigest({ ...settings, baseUrl });
  return Object.freeze({
    baseUrl,
    credentials: settings.credentials,
    shopSecret: settings.shopSecret,
    signTime: settings.signTime ?? false,
    platform: settings.platform,
    platformVersion: settings.platformVersion ?? DEFAULT_PLATFORM_VERSION,
    upstream: settings.upstream ?? (settings.shopSecret ? 'customer' : 'service'),
    origins: new Set(settings.origins),
    directory: settings.directory,
    proofs: settings.proofs ?? [],
    code: settings.code,
    session: settings.session ?? 'token',
    storage: shopStorage(settings.storage ?? memoryStorage({ now }), shop),
    shop,
    pathPrefix: settings.pathPrefix ?? '',
    publicUrl: settings.publicUrl,
    mapping: settings.tenantFile && createMapping(settings.tenantFile, paths, { baseUrl }),
    paging: settings.paging ?? {},
    idempotencyHeader: settings.idempotencyHeader ?? IDEMPOTENCY_KEY,
    allow: settings.allow ?? [],
    events: settings.events ?? {},
    fields: settings.fields ?? {},
    pathTo,
    limits: { ...LIMITS, ...settings.limits },
    deadlineMs: settings.deadlineMs ?? DEADLINE_MS,
    sessionLifetimeMs: settings.sessionLifetimeMs ?? TOKEN_LIFETIME_MS,
    loginGridMs: settings.loginGridMs ?? LOGIN_GRID_MS,
    addressHeader: settings.addressHeader?.toLowerCase(),
    // Wrapped, because some runtimes refuse a `fetch` that is called with another `this`.
    fetch: settings.fetch ?? ((url, init) => fetch(url, init)),
    now,
    log: settings.log ?? (() => undefined),
    onRequest: settings.onRequest,
  });
}
