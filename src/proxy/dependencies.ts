import { addProfileCustomEvent, searchProfile } from '../services/contract/endpoints/index.ts';
import { allowedEndpoints, CATALOGUE } from './allow-list/allow-list.ts';
import { createFieldTable, type FieldTable } from './allow-list/fields.ts';
import { createMatcher, type Matcher } from './allow-list/matcher.ts';
import type { CustomerDirectory } from './directory/directory.ts';
import { createProfileSync, type ProfileSync } from './directory/synchronise-profile.ts';
import { unknownPaging } from './log.ts';
import { createLoginLimits, HOUR_SECONDS, MINUTE_SECONDS, type LoginLimits } from './routes/limits.ts';
import { createCodes, type Codes } from './proofs/code.ts';
import type { GUEST, ProvenCustomer } from './proofs/proof.ts';
import type { ProxyConfig } from './settings/settings.ts';
import { createSessions, type Sessions } from './storage/sessions.ts';
import type { Counter } from './storage/storage.ts';
import type { PairOf } from './sealed-text.ts';
import { createExchange, type Exchange, type Send } from './upstream/exchange.ts';
import { createService, type CachedToken } from './upstream/service.ts';
import { customerTokens, serviceToken } from './upstream/tokens.ts';

/** Objects that all routes use, created once for each proxy. */
export interface Dependencies {
  readonly config: ProxyConfig;
  /** `undefined` where no customer has a password. */
  readonly directory: CustomerDirectory | undefined;
  readonly profileSync: ProfileSync;
  readonly sessions: Sessions;
  readonly match: Matcher;
  /** The fields that an allowed endpoint takes. */
  readonly fieldsOf: FieldTable;
  readonly exchange: Exchange;
  /** The token for the requests of a customer. */
  readonly tokenOf: (customerId: string, clientAddress: string) => CachedToken;
  /** Logs, once for each operation, that the service links its pages by parameters that the proxy does not take. */
  readonly reportPaging: (operation: string) => void;
  readonly loginLimits: LoginLimits;
  /** Limits the sign-ins of an address that make the proxy ask the platform, and prove nobody. */
  readonly unproven: Counter;
  /** `undefined` where no code is sent. */
  readonly codes: Codes | undefined;
  /** Limits the codes that are requested. */
  readonly codeLimits: { readonly perAddress: Counter; readonly perAccount: Counter };
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
  /** The client's address itself, for the limits of the service. */
  readonly clientAddress: string;
  /** The customer whom a server in front proves with each request, if one does: the request has to be of this customer. */
  readonly proven?: ProvenCustomer | typeof GUEST | undefined;
  /** Keeps a runtime that would end with the answer from ending before this work. */
  readonly background?: ((work: Promise<unknown>) => void) | undefined;
}

export function createDependencies(config: ProxyConfig, send: Send, pairOf?: PairOf): Dependencies {
  const { storage, shop, limits, log, now, shopSecret } = config;
  const exchange = createExchange(send, log);
  const events = Object.keys(config.events).length > 0 ? [addProfileCustomEvent] : [];
  const allowed = allowedEndpoints([...config.allow, ...events], config.upstream);
  const ownToken = serviceToken({ ...config, exchange });
  const service = createService(config, ownToken, exchange);
  const hasProfile = async (identifier: string, signal: AbortSignal): Promise<boolean> =>
    (await service(searchProfile, { path: { identifier }, signal })).status !== 404;
  const tokenOf =
    config.upstream === 'customer' && shopSecret
      ? customerTokens({ ...config, shopSecret, exchange, hasProfile })
      : () => ownToken;
  return {
    config,
    exchange,
    tokenOf,
    directory: typeof config.directory === 'function' ? config.directory(service) : config.directory,
    profileSync: createProfileSync({ service, texts: storage.texts, platform: config.platform, log }),
    sessions: createSessions({
      texts: storage.texts,
      shop,
      lifetimeMs: config.sessionLifetimeMs,
      now,
      pairOf,
    }),
    match: createMatcher(CATALOGUE, new Set(allowed)),
    fieldsOf: createFieldTable(allowed, config.fields),
    reportPaging: oncePerOperation((operation) => log(unknownPaging(operation))),
    loginLimits: createLoginLimits(config),
    codes:
      config.code &&
      createCodes({
        ...config.code,
        storage,
        secret: config.credentials.clientSecret,
        now,
        perCustomer: storage.counter({
          name: 'code-customer',
          tries: limits.codesPerAccount,
          perSeconds: HOUR_SECONDS,
        }),
      }),
    codeLimits: {
      perAddress: storage.counter({
        name: 'code-address',
        tries: limits.codesPerAddress,
        perSeconds: HOUR_SECONDS,
      }),
      perAccount: storage.counter({
        name: 'code-account',
        tries: limits.codesPerAccount,
        perSeconds: HOUR_SECONDS,
      }),
    },
    unproven: storage.counter({
      name: 'unproven',
      tries: limits.unprovenPerAddress,
      perSeconds: MINUTE_SECONDS,
    }),
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
