import * as constants from '../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { authContracts } from '../../../src/services/contract/shapes/contracts/auth.ts';
import { automationContracts } from '../../../src/services/contract/shapes/contracts/automation.ts';
import { commerceContracts } from '../../../src/services/contract/shapes/contracts/commerce.ts';
import { configurationContracts } from '../../../src/services/contract/shapes/contracts/configuration.ts';
import type { Contract } from '../../../src/services/contract/shapes/contracts/index.ts';
import { incentivesContracts } from '../../../src/services/contract/shapes/contracts/incentives.ts';
import { listsContracts } from '../../../src/services/contract/shapes/contracts/lists.ts';
import { organisationsContracts } from '../../../src/services/contract/shapes/contracts/organisations.ts';
import { platformContracts } from '../../../src/services/contract/shapes/contracts/platform.ts';
import { profilesContracts } from '../../../src/services/contract/shapes/contracts/profiles.ts';
import type { Section } from '../platform/auth/scopes.ts';

const isEndpoint = (one: unknown): one is Endpoint =>
  typeof one === 'object' && one !== null && 'method' in one && 'path' in one && 'id' in one;

/** Every constant of the catalogue that is ours to answer: the proxy's two routes are its own. */
export const endpoints: readonly Endpoint[] = Object.values(constants)
  .filter(isEndpoint)
  .filter(({ id }) => !id.startsWith('proxy.'));

const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** The constant with an operation id; undefined where the catalogue has none. */
export const endpointOf = (id: string): Endpoint | undefined => byId.get(id);

const sections: Readonly<Record<Section, readonly Contract[]>> = {
  profiles: profilesContracts,
  commerce: commerceContracts,
  incentives: incentivesContracts,
  lists: listsContracts,
  automation: automationContracts,
  organisations: organisationsContracts,
  configuration: configurationContracts,
  platform: platformContracts,
  auth: authContracts,
};
const sectionById = new Map(
  Object.entries(sections).flatMap(([section, contracts]) =>
    contracts.map(({ endpoint }) => [endpoint.id, section as Section]),
  ),
);

/** The section of the interface that an endpoint belongs to (spec 1 rule 4). */
export function sectionOf({ id }: Endpoint): Section {
  const section = sectionById.get(id);
  if (!section) throw new Error(`The endpoint ${id} has no contract.`);
  return section;
}
