import type { ResourceDefinition } from '../loyalty.ts';

/** That somebody is signed in, and as whom. */
export interface Account {
  readonly profileId: string;
}

/** Who the page's customer is; `unauthenticated` for a guest. */
export const account: ResourceDefinition<Account> = {
  key: 'account',
  load: async (loyalty) => ({ profileId: await loyalty.profileId() }),
};
