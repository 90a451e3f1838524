import { authSection } from './auth.ts';
import { automationSection } from './automation.ts';
import { locationContracts } from './commerce/locations.ts';
import { orderContracts } from './commerce/orders.ts';
import { productContracts } from './commerce/products.ts';
import { transactionContracts } from './commerce/transactions.ts';
import { campaignContracts } from './configuration/campaigns.ts';
import { definitionContracts } from './configuration/definitions.ts';
import { referenceDataContracts } from './configuration/reference-data.ts';
import type { Assumed, Base, Contract } from './contract.ts';
import type { Endpoint, ListedEndpoint } from './endpoint.ts';
import { benefitContracts } from './incentives/benefits.ts';
import { creditContracts } from './incentives/credits.ts';
import { pointContracts } from './incentives/points.ts';
import { redemptionContracts } from './incentives/redemptions.ts';
import { rewardContracts } from './incentives/rewards.ts';
import { tierContracts } from './incentives/tiers.ts';
import { listsSection } from './lists.ts';
import { organisationsSection } from './organisations.ts';
import { platformSection } from './platform.ts';
import { profilesSection } from './profiles.ts';

// The whole interface as data, for servers and scripts. Browsers import types alone from here.

interface SectionWith<Rows> {
  readonly summary: string;
  readonly contracts: readonly Rows[];
}
/** Named, because the compiler would write the whole interface a second time into the declarations of the package. */
interface Sections {
  readonly profiles: typeof profilesSection;
  readonly commerce: SectionWith<
    (
      typeof locationContracts | typeof orderContracts | typeof productContracts | typeof transactionContracts
    )[number]
  >;
  readonly incentives: SectionWith<
    (
      | typeof benefitContracts
      | typeof creditContracts
      | typeof pointContracts
      | typeof redemptionContracts
      | typeof rewardContracts
      | typeof tierContracts
    )[number]
  >;
  readonly lists: typeof listsSection;
  readonly automation: typeof automationSection;
  readonly organisations: typeof organisationsSection;
  readonly configuration: SectionWith<
    (typeof campaignContracts | typeof definitionContracts | typeof referenceDataContracts)[number]
  >;
  readonly platform: typeof platformSection;
  readonly auth: typeof authSection;
}

/** The eight sections of spec 1 rule 4, and auth. */
const SECTIONS: Sections = {
  profiles: profilesSection,
  commerce: {
    summary: 'Transactions, which never change, orders, products, locations, ratings.',
    contracts: [...locationContracts, ...orderContracts, ...productContracts, ...transactionContracts],
  },
  incentives: {
    summary: 'Rewards, points, benefits, credits, tiers and achievements that profiles have.',
    contracts: [
      ...benefitContracts,
      ...creditContracts,
      ...pointContracts,
      ...redemptionContracts,
      ...rewardContracts,
      ...tierContracts,
    ],
  },
  lists: listsSection,
  automation: automationSection,
  organisations: organisationsSection,
  configuration: {
    summary: 'Definitions, connections, custom fields, rates, brands, regions and other reference data.',
    contracts: [...campaignContracts, ...definitionContracts, ...referenceDataContracts],
  },
  platform: platformSection,
  auth: authSection,
};
export type Section = keyof Sections;
export const sections = Object.keys(SECTIONS) as readonly Section[];
/** What a section is about, in a sentence. */
export const summaryOfSection = (section: Section): string => SECTIONS[section].summary;

const contractsOf = (section: Section): readonly Contract[] => SECTIONS[section].contracts;

/** The contract of every endpoint. */
export const contracts: readonly Contract[] = sections.flatMap(contractsOf);

type AnyContract = Sections[Section]['contracts'][number];
/** The catalogue by operation id, such as `webhooks.store`. */
export type Operations = {
  [C in AnyContract as C['endpoint']['id']]: C extends Contract<infer Path, infer Id, infer Reply, infer Body>
    ? Endpoint<Path, Reply, Body, Id>
    : never;
};
export type OperationId = keyof Operations;

/** The endpoint with its types: those of its contract, or its own where the catalogue does not have it. */
type Typed<E extends ListedEndpoint> = E['id'] extends OperationId ? Operations[E['id']] : E;
/** What an endpoint answers. */
export type ReplyOf<E extends ListedEndpoint> =
  Typed<E> extends Endpoint<string, infer Reply, unknown> ? Reply : unknown;
/** The body that an endpoint takes; `undefined` where it takes none. */
export type BodyOf<E extends ListedEndpoint> =
  Typed<E> extends Endpoint<string, unknown, infer Body> ? Body : unknown;

type Named = Pick<ListedEndpoint, 'id'>;
const byId: ReadonlyMap<string, Contract> = new Map(contracts.map((one) => [one.endpoint.id, one]));
const sectionById = new Map(
  sections.flatMap((section) => contractsOf(section).map(({ endpoint }) => [endpoint.id, section] as const)),
);

/** The contract of an endpoint; `undefined` for one that is not of the catalogue. */
export const contractOf = ({ id }: Named): Contract | undefined => byId.get(id);
/** The endpoint with an operation id. */
export const endpointOf = (id: string): ListedEndpoint | undefined => byId.get(id)?.endpoint;
/** The one section that an endpoint of the catalogue belongs to. */
export const sectionOf = ({ id }: Named): Section | undefined => sectionById.get(id);
/** Every endpoint of a section. */
export const endpointsOf = (section: Section): readonly ListedEndpoint[] =>
  contractsOf(section).map(({ endpoint }) => endpoint);
/** Every endpoint. */
export const allEndpoints: readonly ListedEndpoint[] = sections.flatMap(endpointsOf);

export const baseOf = (endpoint: Named): Base => contractOf(endpoint)?.base ?? 'service';
/** Every endpoint that a service answers: those of the proxy are its own. */
export const serviceEndpoints = allEndpoints.filter((endpoint) => baseOf(endpoint) !== 'proxy');
export const needsToken = (endpoint: Named): boolean => !contractOf(endpoint)?.open;
/** Whether it changes something: every method but GET, and the GETs that act. */
export const acts = (endpoint: Pick<ListedEndpoint, 'id' | 'method'>): boolean =>
  endpoint.method !== 'GET' || Boolean(contractOf(endpoint)?.acts);
export const takesForm = (endpoint: Named): boolean => Boolean(contractOf(endpoint)?.form);

/**
 * The name of the path parameter that is a profile, whatever it is called: `{profile}`, `{profileId}` and `{id}` mean the
 * same in that place. `undefined` for endpoints of the whole tenant.
 */
export const profileParameter = ({ path }: Pick<ListedEndpoint, 'path'>): string | undefined =>
  /^\/v3\/profiles\/\{(\w+)\}/.exec(path)?.[1];

/** What an endpoint does, with the clause that shows it and the assumptions. */
export const descriptionOf = ({ summary, shown, more, assumed = {} }: Contract): string =>
  `${summary} (spec ${shown})${more ?? '.'}${assumptionsText(assumed)}`;

function assumptionsText({ verb, path, payload, parameter }: Assumed): string {
  const parts = [
    verb && 'verb',
    path && 'path',
    payload && 'payload',
    parameter && 'name of the parameter',
  ].filter((part) => part !== undefined);
  return parts.length ? ` ASSUMPTION: ${parts.join(' and ')}.` : '';
}
