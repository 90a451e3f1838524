import type { ResourceDefinition } from '../loyalty.ts';

/** The signed-in customer. */
export interface Account {
  readonly profileId: string;
}

/** The customer of the page; fails with `unauthenticated` for a guest. */
export const account: ResourceDefinition<Account> = {
  key: 'account',
  load: async (loyalty) => ({ profileId: await loyalty.profileId() }),
};
