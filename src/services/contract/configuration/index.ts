import { definitionContracts } from './definitions.ts';
import { referenceDataContracts } from './reference-data.ts';

export const configurationSection = {
  summary: 'Definitions, connections, custom fields, rates, brands, regions and other reference data.',
  contracts: [...definitionContracts, ...referenceDataContracts],
};
