import { addProfileCustomEvent } from '../services/contract/endpoints/index.ts';
import { allowedEndpoints, CATALOGUE } from './allow-list/allow-list.ts';
import { createFieldTable, type FieldTable } from './allow-list/fields.ts';
import { createMatcher, type Matcher } from './allow-list/matcher.ts';
import type { CustomerDirectory } from './directory/directory.ts';
import { createProfileSync, type ProfileSync } from './directory/synchronise-profile.ts';
import { unknownPaging } from './log.ts';
import { createLoginLimits, HOUR_SECONDS, MINUTE_SECONDS, type LoginLimits } from './routes/limits.ts';
import type { ProxyConfig } from './settings/settings.ts';
import { createSessions, type Sessions } from './storage/sessions.ts';
import type { Counter } from './storage/storage.ts';
import { createExchange, type Exchange, type Send } from './upstream/exchange.ts';
import { createService, type CachedToken } from './upstream/service.ts';
import { customerTokens, serviceToken } from './upstream/tokens.ts';

/** Objects that all routes use, created once for each proxy. */
export interface Dependencies {
  readonly config: ProxyConfig;
  readonly directory: CustomerDirectory;
  readonly profileSync: ProfileSync;
  readonly sessions: Sessions;
  readonly match: Matcher;
  /** The fields that an allowed endpoint takes. */
  readonly fieldsOf: FieldTable;
  readonly exchange: Exchange;
  /** The token for the requests of a customer. */
  readonly tokenOf: (customerId: string) => CachedToken;
  /** Logs, once for each operation, that the service links its pages by parameters that the proxy does not take. */
  readonly reportPaging: (operation: string) => void;
  readonly loginLimits: LoginLimits;
  /** Limits the accounts that one address creates. */
  readonly creations: Counter;
  /** Limits requests without a session for each address: all of them, and those whose link or secret opens nothing. */
  readonly guests: { readonly requests: Counter; readonly wrongLinks: Counter };
}

/** A request that passed the checks of every route. */
export interface ProxyRequest {
  readonly request: Request;
  /** Aborted when the client has closed the connection or the deadline has passed. */
  readonly signal: AbortSignal;
  /** The client's address as limits count it. */
  readonly address: string;
}

export function createDependencies(config: ProxyConfig, send: Send): Dependencies {
  const { storage, limits, log, now, shopSecret } = config;
  const exchange = createExchange(send, log);
  const events = Object.keys(config.events).length > 0 ? [addProfileCustomEvent] : [];
  const allowed = allowedEndpoints([...config.allow, ...events], config.upstream);
  const ownToken = serviceToken({ ...config, exchange });
  const service = createService(config, ownToken, exchange);
  const tokenOf =
    config.upstream === 'customer' && shopSecret
      ? customerTokens({ ...config, shopSecret, exchange })
      : () => ownToken;
  return {
    config,
    exchange,
    tokenOf,
    directory: typeof config.directory === 'function' ? config.directory(service) : config.directory,
    profileSync: createProfileSync({ service, texts: storage.texts, platform: config.platform, log }),
    sessions: createSessions(storage.texts, config.sessionLifetimeMs, now),
    match: createMatcher(CATALOGUE, new Set(allowed)),
    fieldsOf: createFieldTable(allowed, config.fields),
    reportPaging: oncePerOperation((operation) => log(unknownPaging(operation))),
    loginLimits: createLoginLimits(config),
    creations: storage.counter({ name: 'create', tries: limits.createPerAddress, perSeconds: HOUR_SECONDS }),
    guests: {
      requests: storage.counter({ name: 'guest', tries: limits.guestPerAddress, perSeconds: MINUTE_SECONDS }),
      wrongLinks: storage.counter({
        name: 'guest-wrong',
        tries: limits.wrongLinksPerAddress,
        perSeconds: MINUTE_SECONDS,
      }),
    },
  };
}

function oncePerOperation(report: (operation: string) => void): (operation: string) => void {
  const reported = new Set<string>();
  return (operation) => {
    if (reported.has(operation)) return;
    reported.add(operation);
    report(operation);
  };
}
