import * as auth from './auth.ts';
import * as automation from './automation/index.ts';
import * as commerce from './commerce/index.ts';
import * as configuration from './configuration/index.ts';
import type { Endpoint } from './endpoint.ts';
import * as incentives from './incentives/index.ts';
import * as lists from './lists/index.ts';
import * as organisations from './organisations/index.ts';
import * as platform from './platform/index.ts';
import * as profiles from './profiles/index.ts';

// What servers and scripts need to know of endpoints beside method and path. Browsers do not load this file.

const SECTIONS = {
  profiles,
  commerce,
  incentives,
  lists,
  automation,
  organisations,
  configuration,
  platform,
  auth,
};
/** The eight sections of spec 1 rule 4, and auth (rule R12). */
export type Section = keyof typeof SECTIONS;
export const sections = Object.keys(SECTIONS) as readonly Section[];

/** Every endpoint of a section. */
export const endpointsOf = (section: Section): readonly Endpoint[] => Object.values(SECTIONS[section]);

/** Every endpoint. */
export const allEndpoints: readonly Endpoint[] = sections.flatMap(endpointsOf);

const sectionById = new Map(
  sections.flatMap((section) => endpointsOf(section).map(({ id }) => [id, section] as const)),
);
/** The one section that an endpoint of the catalogue belongs to. */
export const sectionOf = ({ id }: Pick<Endpoint, 'id'>): Section | undefined => sectionById.get(id);

/**
 * What the path is relative to: the base address, or the address of the proxy (spec 5.4). `storefront` is relative to the
 * base address too, without `/v3` (spec 9.2).
 */
export type Base = 'service' | 'storefront' | 'proxy';
const BASES: Readonly<Record<string, Base>> = {
  [auth.storefrontToken.id]: 'storefront',
  [auth.proxyLogin.id]: 'proxy',
  [auth.proxyCreate.id]: 'proxy',
};
export const baseOf = ({ id }: Pick<Endpoint, 'id'>): Base => BASES[id] ?? 'service';

/** Needs no bearer token: it gives one (judgement J1), or carries a signature (G13). */
const OPEN: ReadonlySet<string> = new Set([
  auth.credentialsToken.id,
  auth.storefrontToken.id,
  auth.proxyLogin.id,
  auth.proxyCreate.id,
  platform.receiveExtensionWebhook.id,
]);
export const needsToken = ({ id }: Pick<Endpoint, 'id'>): boolean => !OPEN.has(id);

/** GETs that change something: never repeated, prefetched or cached (rule R77). */
const ACTING: ReadonlySet<string> = new Set([
  commerce.unattachProfileTransaction.id,
  incentives.calculateProfileTier.id,
  profiles.calculateProfileAggregations.id,
  profiles.resyncProfile.id,
]);
export const acts = ({ id, method }: Pick<Endpoint, 'id' | 'method'>): boolean =>
  method !== 'GET' || ACTING.has(id);

/** Sent as a form; every other body is JSON (spec 4, 5.1). */
export const takesForm = ({ id }: Pick<Endpoint, 'id'>): boolean => id === auth.credentialsToken.id;

/**
 * The name of the path parameter that is a profile, whatever it is called: `{profile}`, `{profileId}` and `{id}` mean the
 * same in that place (rule R52). `undefined` for endpoints of the whole tenant.
 */
export const profileParameter = ({ path }: Pick<Endpoint, 'path'>): string | undefined =>
  /^\/v3\/profiles\/\{(\w+)\}/.exec(path)?.[1];
