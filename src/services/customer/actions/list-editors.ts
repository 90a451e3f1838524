import {
  addProfileListShare,
  claimListShare,
  deleteProfileListShare,
  profileListShares,
  profileLists,
  readListShare,
} from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { readId, record, text, type Id } from '../../transport/read.ts';
import { oneOf, readEnd, readReply, requireValue } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { nullIfGone, readList, type SharedBy } from '../resources/list-records.ts';
import { lists } from '../resources/lists.ts';
import { tellTabs } from '../tab-changes.ts';
import { removed, write } from './writes.ts';

// Lists that several edit: who is invited, who has accepted it, and how both end (spec 4.6, shares). Loaded with the first press.

/** How long the link of an invitation works. What its text says follows it. */
const CLAIMABLE_MS = 7 * 24 * 60 * 60_000;

/** An invitation to edit a list, as the owner of the list sees it. */
export interface Invitation {
  readonly id: Id;
  /** Random text of its link. */
  readonly handle: string;
  /** Who has accepted it; `undefined` while its link still works. The name is `undefined` where the service does not say it. */
  readonly editor: { readonly name: string | undefined } | undefined;
}

/**
 * GET the invitations to edit a list, by its id or handle, the oldest first; `null` where there is no such list. One whose link has ended
 * without an editor is not among them.
 */
export const invitations = (list: string): ResourceDefinition<readonly Invitation[] | null> => ({
  key: `invitations ${list}`,
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const found = await nullIfGone(
      browseRecords(loyalty, profileListShares, { profile, list }, readInvitation),
    );
    return found && found.sort((one, other) => Number(one.id) - Number(other.id));
  },
});

function readInvitation(wire: unknown): Invitation | undefined {
  const { id, handle, role, claims, claimed_by, claimed_by_name, ...ends } = record(wire);
  const isOver = (name: string) => (readEnd(ends[name], name)?.getTime() ?? Infinity) <= Date.now();
  if (oneOf(['viewer', 'editor'], 'role', role ?? 'viewer') !== 'editor' || isOver('expires_at'))
    return undefined;
  const isAccepted = Number(claims) > 0 || text(claimed_by) !== undefined;
  if (!isAccepted && isOver('claimable_until')) return undefined;
  return {
    id: requireValue(readId(id), 'id', id),
    handle: requireValue(text(handle), 'handle', handle),
    editor: isAccepted ? { name: text(claimed_by_name) } : undefined,
  };
}

/**
 * Makes a link by which one profile can become an editor of a list, within a week. A link that nobody has used yet stays the only one.
 * @throws LoyaltyError `validation` for a list that is not shareable, `not_found`
 */
export async function inviteEditor(loyalty: Loyalty, list: string): Promise<Invitation> {
  const before = await current(loyalty, list);
  const unused = (all: readonly Invitation[]) => all.find(({ editor }) => !editor);
  const known = unused(before);
  if (known) return known;
  const profile = await loyalty.profileId();
  const body = {
    role: 'editor' as const,
    max_claims: 1,
    claimable_until: new Date(Date.now() + CLAIMABLE_MS).toISOString(),
  };
  const made = await write(loyalty, {
    operation: addProfileListShare.id,
    once: { name: `invitation ${list}`, before: undefined },
    send: (idempotencyKey) => loyalty.call(addProfileListShare, { profile, list, body, idempotencyKey }),
    read: (reply) => readReply(addProfileListShare.id, record(reply).data, readInvitation),
    find: async () => unused(await current(loyalty, list)),
    own() {
      // A link cannot be shown without its handle.
      throw new LoyaltyError('bad_response', 'The invitation is made, and the service does not show it.');
    },
  });
  loyalty.resource(invitations(list)).set([...before, made]);
  return made;
}

/**
 * Deletes an invitation: its link works no more, and who has accepted it no longer edits the list. Succeeds where it is gone already.
 * @throws LoyaltyError
 */
export async function endInvitation(loyalty: Loyalty, list: string, id: Id): Promise<void> {
  const profile = await loyalty.profileId();
  await removed(
    loyalty,
    deleteProfileListShare.id,
    () => loyalty.call(deleteProfileListShare, { profile, list, share: id }),
    async () => !(await current(loyalty, list)).some((one) => one.id === id),
  );
  const resource = loyalty.resource(invitations(list));
  resource.set(resource.state.value?.filter((one) => one.id !== id) ?? []);
}

async function current(loyalty: Loyalty, list: string): Promise<readonly Invitation[]> {
  const resource = loyalty.resource(invitations(list));
  await resource.refresh();
  const { value, error } = resource.state;
  if (error || !value) throw error ?? new LoyaltyError('not_found');
  return value;
}

/** An invitation as the profile with its link sees it. */
export interface ReceivedInvitation {
  /** `open`: it can be accepted. `editor`: this profile has accepted it. `owner`: the list is its own. */
  readonly state: 'open' | 'editor' | 'owner';
  /** First name of the owner, where the service says it. */
  readonly ownerName: string | undefined;
  /** Id of the list: its handle among the lists of an editor. */
  readonly list: Id;
}

/**
 * GET an invitation, without accepting it.
 * @throws LoyaltyError `conflict` for one that others have accepted, `not_found` for one that has ended (status 410) or was stopped
 */
export async function readReceived(loyalty: Loyalty, handle: string): Promise<ReceivedInvitation> {
  const profileId = await loyalty.profileId();
  const reply = await loyalty.call(readListShare, { handle });
  return readReply(readListShare.id, record(reply).data, (wire) => {
    const { id, profile_id, owner_name, share } = record(wire);
    const isOwn = text(profile_id) === profileId;
    return {
      state: isOwn ? 'owner' : text(record(share).claimed_by) === profileId ? 'editor' : 'open',
      ownerName: text(owner_name),
      list: requireValue(readId(id), 'id', id),
    };
  });
}

/**
 * Accepts an invitation: the list is then one of the profile's. Succeeds where it was accepted before.
 * @throws LoyaltyError as `readReceived`
 */
export async function acceptInvitation(loyalty: Loyalty, handle: string): Promise<void> {
  await write<true>(loyalty, {
    operation: claimListShare.id,
    send: () => loyalty.call(claimListShare, { handle }),
    read: () => true,
    find: async () => (await readReceived(loyalty, handle)).state === 'editor' || undefined,
    own: () => true,
  });
  showChange(loyalty);
}

/**
 * Ends the own editing of the list of another. Succeeds where it has ended already.
 * @throws LoyaltyError
 */
export async function leaveList(loyalty: Loyalty, list: Id, { shareId }: SharedBy): Promise<void> {
  const profile = await loyalty.profileId();
  await removed(
    loyalty,
    deleteProfileListShare.id,
    () => loyalty.call(deleteProfileListShare, { profile, list, share: shareId }),
    async () => {
      const all = await browseRecords(loyalty, profileLists, { profile }, readList);
      return !all.some(({ id }) => id === list);
    },
  );
  const resource = loyalty.resource(lists);
  const { value } = resource.state;
  if (value) resource.set(value.filter(({ id }) => id !== list));
  tellTabs(loyalty, 'lists');
}

/** Loads the lists again that an element of the page shows. */
function showChange(loyalty: Loyalty): void {
  const resource = loyalty.resource(lists);
  if (resource.state.status !== 'initial') void resource.refresh();
  tellTabs(loyalty, 'lists');
}
