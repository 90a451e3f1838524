import {
  addListItemReservation,
  addProfileListShare,
  claimListShare,
  deleteListItemReservation,
  deleteProfileList,
  deleteProfileListShare,
  editListItemReservation,
  editProfileList,
  editProfileListItem,
  listItemReservations,
  profileLists,
  profileListShares,
  readListShare,
  readListShareWithoutProfile,
  readProfileList,
} from '../../src/services/contract/endpoints/index.ts';
import { json, refuse, type Answer, type AnyEndpoint, type SeenRequest } from './component-answers.ts';
import { list, type ItemWire, type ListWire, type Member, type ReservationWire } from './component-member.ts';

const isOpen = (entry: ItemWire): entry is ItemWire & { chip_in: { target: string; currency: string } } =>
  typeof entry['chip_in'] === 'object' && entry['chip_in'] !== null;

/** The items of a list with the quantities of its reservations. */
export const itemsOf = ({ items, reservations }: ListWire): ItemWire[] =>
  items.map((entry) => {
    const own = reservations.filter((one) => one.item_id === entry.id);
    const pieces = (status: string) =>
      own
        .filter((one) => !one.amount && one.status === status)
        .reduce((sum, { quantity }) => sum + quantity, 0);
    const pledges = own.filter(({ amount }) => amount);
    const pledged = pledges.reduce((sum, { amount }) => sum + Number(amount), 0);
    return {
      ...entry,
      ...(isOpen(entry) && {
        chip_in: { ...entry.chip_in, pledged: String(pledged), pledges: pledges.length },
      }),
      quantity: entry['quantity'] ?? 1,
      quantity_reserved: pieces('reserved'),
      quantity_purchased: pieces('purchased'),
    };
  });

export const findList = ({ lists }: Member, named: string | undefined): ListWire | undefined =>
  lists.find(({ id, handle }) => String(id) === named || handle === named);

const recordOf = ({ items: _, shares: __, reservations: ___, ...record }: ListWire) => record;
const noList = () => refuse(404, 'No such list.');

interface Answers {
  readonly members: Map<string, Member>;
  /** The member of the token of a request. */
  readonly memberOf: (request: SeenRequest) => Member | undefined;
  readonly forMember: (answer: (member: Member, request: SeenRequest) => Response) => Answer;
  readonly paged: (records: readonly unknown[], request: SeenRequest) => Response;
}

/** The service's own response for each endpoint of lists, shares and reservations. */
export function listAnswers({ members, memberOf, forMember, paged }: Answers): [AnyEndpoint, Answer][] {
  let newest = 1_000;
  const reservedByKey = new Map<string, ReservationWire>();
  const all = () => [...members.values()].flatMap(({ lists }) => lists);
  const shared = (handle: string | null | undefined) =>
    all().find(({ shares }) => shares.some((share) => share.handle === handle));
  const reserved = ({ names, url, ...request }: SeenRequest) => {
    const member = memberOf({ names, url, ...request });
    const profileId = member?.profileId;
    const secret = url.searchParams.get('secret');
    for (const { reservations } of all()) {
      const found = reservations.find(
        (one) =>
          String(one.id) === names['reservationId'] &&
          (secret
            ? one.secret === secret
            : member && (one.profile_id === profileId || isAfterDayOf(member, reservations))),
      );
      if (found) return { found, reservations };
    }
    return undefined;
  };
  /** The owner of a list reads who gave what from its day on. */
  const isAfterDayOf = ({ lists }: Member, reservations: unknown) =>
    lists.some(
      (own) => own.reservations === reservations && own.event_at && Date.parse(own.event_at) <= Date.now(),
    );
  const withoutSecret = (one: ReservationWire) => ({ ...one, secret: null });

  return [
    [
      profileLists,
      forMember((member, request) => {
        const wishlist = list(1, 'wishlist', 'wishlist', 'Wishlist');
        const edited = all().flatMap((one) => {
          const share = one.shares.find(({ claimedBy }) => claimedBy === member.profileId);
          return share
            ? [{ ...recordOf(one), handle: String(one.id), owner_name: 'Ada', share_id: share.id }]
            : [];
        });
        return paged(
          [...[...(member.items ? [wishlist] : []), ...member.lists].map(recordOf), ...edited],
          request,
        );
      }),
    ],
    [
      readProfileList,
      forMember((member, { names }) => {
        const found = findList(member, names['list']);
        return found ? json({ data: recordOf(found) }) : noList();
      }),
    ],
    [
      editProfileList,
      forMember((member, { names, body }) => {
        const found = findList(member, names['list']);
        if (!found) return noList();
        Object.assign(found, body);
        return json({ data: recordOf(found) });
      }),
    ],
    [
      deleteProfileList,
      forMember((member, { names, url }) => {
        const found = findList(member, names['list']);
        if (!found) return noList();
        if (found.reservations.length && url.searchParams.get('confirm') !== 'true')
          return refuse(409, 'This list has reservations.');
        member.lists = member.lists.filter((other) => other !== found);
        return new Response(null, { status: 204 });
      }),
    ],
    [
      editProfileListItem,
      forMember((member, { names, body }) => {
        const wishlist = list(1, 'wishlist', 'wishlist', 'Wishlist', { items: member.items ?? [] });
        const found = names['list'] === 'wishlist' ? wishlist : findList(member, names['list']);
        const entry = found?.items.find(({ id }) => String(id) === names['item']);
        if (!found || !entry) return refuse(404, 'No such item.');
        const { quantity = Infinity } = body as { quantity?: number };
        const taken = found.reservations
          .filter(({ item_id }) => item_id === entry.id)
          .reduce((sum, one) => sum + one.quantity, 0);
        if (quantity < taken) return refuse(422, 'The given data was invalid.', { quantity: ['Not fewer.'] });
        Object.assign(entry, body);
        return json({ data: itemsOf(found).find(({ id }) => id === entry.id) });
      }),
    ],
    [
      profileListShares,
      forMember((member, request) => {
        const found = findList(member, request.names['list']);
        const shown = found?.shares.map(({ claimedBy, ...share }) => ({
          ...share,
          claims: claimedBy ? 1 : 0,
          claimed_by: claimedBy ?? null,
          claimed_by_name: claimedBy ? 'Ben' : null,
        }));
        return shown ? paged(shown, request) : noList();
      }),
    ],
    [
      addProfileListShare,
      forMember((member, { names, body }) => {
        const found = findList(member, names['list']);
        if (!found) return noList();
        const { role = 'viewer' } = body as { role?: string };
        const share = { id: ++newest, handle: `share-${newest}`, role };
        found.shares.push(share);
        return json({ data: share });
      }),
    ],
    [
      deleteProfileListShare,
      forMember((member, { names }) => {
        const edited = all()
          .flatMap(({ shares }) => shares)
          .find(({ id, claimedBy }) => String(id) === names['share'] && claimedBy === member.profileId);
        if (edited) {
          delete edited.claimedBy;
          return new Response(null, { status: 204 });
        }
        const found = findList(member, names['list']);
        if (!found?.shares.some(({ id }) => String(id) === names['share']))
          return refuse(404, 'No such share.');
        found.shares = found.shares.filter(({ id }) => String(id) !== names['share']);
        return new Response(null, { status: 204 });
      }),
    ],
    [
      readListShareWithoutProfile,
      ({ names }) => {
        const found = shared(names['handle']);
        const role = found?.shares.find(({ handle }) => handle === names['handle'])?.role;
        return found
          ? json({ data: { ...recordOf(found), items: itemsOf(found), share: { role } } })
          : noList();
      },
    ],
    [
      readListShare,
      forMember((member, { names }) => {
        const found = shared(names['handle']);
        const share = found?.shares.find(({ handle }) => handle === names['handle']);
        if (!found || !share) return noList();
        const isOwn = member.lists.includes(found);
        if (!isOwn && share.claimedBy && share.claimedBy !== member.profileId) return refuse(409, 'Taken.');
        return json({
          data: {
            ...recordOf(found),
            profile_id: isOwn ? member.profileId : null,
            owner_name: 'Ada',
            items: itemsOf(found),
            share: { role: share.role, claimed_by: share.claimedBy ?? null },
          },
        });
      }),
    ],
    [
      claimListShare,
      forMember((member, { names }) => {
        const share = shared(names['handle'])?.shares.find(({ handle }) => handle === names['handle']);
        if (!share) return noList();
        if (share.claimedBy && share.claimedBy !== member.profileId) return refuse(409, 'Taken.');
        share.claimedBy = member.profileId;
        return json({ data: { id: share.id, handle: share.handle, role: share.role } });
      }),
    ],
    [
      listItemReservations,
      forMember((member, { names }) =>
        json({
          data: all().flatMap(({ reservations }) =>
            reservations
              .filter(
                (one) =>
                  String(one.item_id) === names['itemId'] &&
                  (one.profile_id === member.profileId || isAfterDayOf(member, reservations)),
              )
              .map(withoutSecret),
          ),
        }),
      ),
    ],
    [
      addListItemReservation,
      (request) => {
        const { names, url, body, headers } = request;
        const member = memberOf(request);
        const found = shared(url.searchParams.get('share'));
        const entry = found && itemsOf(found).find(({ id }) => String(id) === names['itemId']);
        if (!found || !entry) return refuse(404, 'No such item.');
        const key = headers.get('Idempotency-Key') ?? '';
        const repeated = reservedByKey.get(key);
        if (repeated) {
          if (repeated.secret) repeated.secret = `secret-${++newest}`;
          return json({ data: repeated });
        }
        const { name, quantity, amount, currency } = body as {
          name: string;
          quantity: number;
          amount?: string;
          currency?: string;
        };
        const chipIn = entry['chip_in'] as { target: string; pledged: string } | undefined;
        if (amount && !(chipIn && Number(amount) <= Number(chipIn.target) - Number(chipIn.pledged)))
          return refuse(422, 'The given data was invalid.', { amount: ['Less is left.'] });
        const left =
          Number(entry['quantity']) -
          Number(entry['quantity_reserved']) -
          Number(entry['quantity_purchased']);
        if (quantity > left)
          return refuse(422, 'The given data was invalid.', { quantity: ['All are reserved already.'] });
        const added: ReservationWire = {
          id: ++newest,
          item_id: entry.id,
          profile_id: member?.profileId ?? null,
          name,
          quantity,
          status: 'reserved',
          ...(amount && { amount, currency }),
          secret: member ? null : `secret-${newest}`,
        };
        found.reservations.push(added);
        if (key) reservedByKey.set(key, added);
        return json({ data: added });
      },
    ],
    [
      editListItemReservation,
      (request) => {
        const known = reserved(request);
        if (!known) return refuse(404, 'No such reservation.');
        Object.assign(known.found, request.body);
        return json({ data: withoutSecret(known.found) });
      },
    ],
    [
      deleteListItemReservation,
      (request) => {
        const known = reserved(request);
        if (!known) return refuse(404, 'No such reservation.');
        known.reservations.splice(known.reservations.indexOf(known.found), 1);
        return new Response(null, { status: 204 });
      },
    ],
  ];
}
