import type { ResourceDefinition } from '../loyalty.ts';
import type { Estimates } from './purchase.ts';

/** The estimates of the customer (`POST /v3/incentives/estimate`); fails with `unauthenticated` for a guest. */
export const estimates: ResourceDefinition<Estimates> = {
  key: 'estimates',
  load: async (loyalty) => {
    const [{ createEstimates }] = await Promise.all([import('./ask-estimates.ts'), loyalty.profileId()]);
    return createEstimates(loyalty);
  },
};
