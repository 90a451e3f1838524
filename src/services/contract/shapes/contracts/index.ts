import type { Endpoint } from '../../endpoints/endpoint.ts';
import { authContracts } from './auth.ts';
import { automationContracts } from './automation.ts';
import { commerceContracts } from './commerce.ts';
import { configurationContracts } from './configuration.ts';
import type { Contract } from './contract.ts';
import { incentivesContracts } from './incentives.ts';
import { listsContracts } from './lists.ts';
import { organisationsContracts } from './organisations.ts';
import { platformContracts } from './platform.ts';
import { profilesContracts } from './profiles.ts';

export type { Contract } from './contract.ts';

/** What every endpoint of the catalogue takes and answers. */
export const contracts: readonly Contract[] = [
  ...profilesContracts,
  ...commerceContracts,
  ...incentivesContracts,
  ...listsContracts,
  ...automationContracts,
  ...organisationsContracts,
  ...configurationContracts,
  ...platformContracts,
  ...authContracts,
];

const byId = new Map(contracts.map((one) => [one.endpoint.id, one]));

/** The contract of an endpoint; `undefined` for one that is not of the catalogue. */
export const contractOf = ({ id }: Pick<Endpoint, 'id'>): Contract | undefined => byId.get(id);
