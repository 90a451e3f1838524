import { profileListShares } from '../../contract/endpoints/lists.ts';
import { readId, record, text, type Id } from '../../transport/read.ts';
import { oneOf, readEnd, requireValue } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { nullIfGone } from './list-records.ts';

/** A link to a list of the customer. */
export interface ListShare {
  readonly id: Id;
  /** Random text: everybody who has it can open the list. */
  readonly handle: string;
}

/**
 * GET the shares of a list, by its id or handle; `null` where there is no such list. A share that has ended or permits to edit the list is
 * not among them.
 */
export const listShares = (list: string): ResourceDefinition<readonly ListShare[] | null> => ({
  key: `list-shares ${list}`,
  async load(loyalty) {
    const profile = await loyalty.profileId();
    return nullIfGone(browseRecords(loyalty, profileListShares, { profile, list }, readShare));
  },
});

export function readShare(wire: unknown): ListShare | undefined {
  const { id: rawId, handle: rawHandle, role, expires_at } = record(wire);
  const hasEnded = (readEnd(expires_at, 'expires_at')?.getTime() ?? Infinity) <= Date.now();
  // A service without roles has no editors.
  if (hasEnded || oneOf(['viewer', 'editor'], 'role', role ?? 'viewer') === 'editor') return undefined;
  return {
    id: requireValue(readId(rawId), 'id', rawId),
    handle: requireValue(text(rawHandle), 'handle', rawHandle),
  };
}
