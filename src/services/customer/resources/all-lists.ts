import { profileLists } from '../../contract/endpoints/lists.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { moment } from '../../transport/read.ts';
import { browseRecords } from '../browse.ts';
import { isOnDevice } from '../lists/device.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { readList } from './list-records.ts';
import { choiceKey, loadSaved, type WishlistItem } from './wishlist.ts';

export interface ListName {
  readonly handle: string;
  /** `undefined` for the wishlist of a customer who has none yet, or of a device. */
  readonly name: string | undefined;
}

/** The customer's lists beside the wishlist. */
export interface OtherLists {
  readonly wishlist: ListName;
  readonly lists: readonly (ListName & { readonly items: readonly WishlistItem[] })[];
  /** Lists whose items did not load. */
  readonly missing: readonly ListName[];
}

/** A product with the lists on which it is. */
export interface ListedItem extends WishlistItem {
  readonly lists: readonly ListName[];
}

/** GET the customer's lists beside the wishlist, with all items. A device has none. */
export const otherLists: ResourceDefinition<OtherLists> = {
  key: 'other lists',
  async load(loyalty) {
    const named: ListName[] = isOnDevice(loyalty)
      ? []
      : await browseRecords(loyalty, profileLists, { profile: await loyalty.profileId() }, (wire) => {
          const { handle, name } = readList(wire);
          return { handle, name };
        });
    const isMain = ({ handle }: ListName) => handle === WISHLIST;
    const missing: ListName[] = [];
    const lists = await Promise.all(
      named
        .filter((list) => !isMain(list))
        .map(async (list) => {
          // Of a list with more than ten pages the first ones are shown.
          const items = await loadSaved(loyalty, list.handle).then(
            (pages) => pages.items,
            (error: unknown) => {
              const { code } = toLoyaltyError(error);
              if (code === 'aborted' || code === 'unauthenticated') throw error;
              missing.push(list);
              return [];
            },
          );
          return { ...list, items };
        }),
    );
    return { wishlist: named.find(isMain) ?? { handle: WISHLIST, name: undefined }, lists, missing };
  },
};

/**
 * The products of the wishlist and the other lists, newest first: each product in each variant once. What the wishlist says about it goes
 * before what others say.
 */
export function mergeLists(items: readonly WishlistItem[], { wishlist, lists }: OtherLists): ListedItem[] {
  const found = new Map<string, ListedItem>();
  for (const { handle, name, items: listed } of [{ ...wishlist, items }, ...lists])
    for (const item of listed) {
      const key = choiceKey(item);
      const known = found.get(key);
      const { note = item.note, priority = item.priority } = known ?? {};
      found.set(key, {
        ...(known ?? item),
        note,
        priority,
        lists: [...(known?.lists ?? []), { handle, name }],
      });
    }
  const timeOf = ({ savedAt }: WishlistItem) => moment(savedAt)?.getTime() ?? 0;
  return [...found.values()].sort((one, other) => timeOf(other) - timeOf(one));
}
