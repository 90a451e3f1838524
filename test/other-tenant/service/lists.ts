import { amount, empty, find, invalid, many, missing, one, text, type Ask, type Handler } from './answers.ts';
import { isSame, type List, type ListDefinition, type ListItem } from './records.ts';

/** Lists of a member, their items, shares, and reservations of whoever holds a share. */
export const lists = {
  'lists.definitions': ({ world }) => many('listDefinition', world.listDefinitions),
  'lists.browse': ({ member }) => many('list', member.lists),
  'lists.add': (ask) => {
    const { world, member, input } = ask;
    const wanted = text(ask, 'definition');
    // A service may take the id of the definition, or its type.
    const typeOf = (one: ListDefinition): unknown =>
      (ask.dialect.write.listDefinition(one, ask.tenant) as { type?: unknown }).type;
    const definition = world.listDefinitions.find(
      (one) => String(one.id) === wanted || typeOf(one) === wanted,
    );
    if (!definition) throw invalid({ definition: 'There is no such list definition.' });
    const eventDay =
      input.eventDay === undefined || input.eventDay === null
        ? undefined
        : String(input.eventDay).slice(0, 10);
    return one('list', world.addList(member, definition, text(ask, 'name'), eventDay));
  },
  'lists.read': (ask) => one('list', listOf(ask)),
  'lists.edit': (ask) => {
    const list = listOf(ask);
    const { name, eventDay } = ask.input;
    if (name !== undefined) list.name = text(ask, 'name');
    if (eventDay !== undefined) list.eventDay = String(eventDay).slice(0, 10);
    return one('list', list);
  },
  'lists.delete': (ask) => {
    ask.member.lists.splice(ask.member.lists.indexOf(listOf(ask)), 1);
    return empty;
  },
  'items.browse': (ask) => many('item', listOf(ask).items),
  'items.add': (ask) => {
    const { world, input } = ask;
    const list = listOf(ask);
    const wanted = input.ownProduct ?? text(ask, 'product');
    const product = world.products.find(({ id, externalId }) => externalId === wanted || isSame(id, wanted));
    if (!product) throw invalid({ product: `There is no product ${String(wanted)}.` });
    const known = list.items.find((item) => item.product === product);
    return one(
      'item',
      known ?? world.addItem(list, product, amount(ask, 'quantity', 1), String(input.note ?? '')),
    );
  },
  'items.edit': (ask) => {
    const item = itemOf(ask);
    item.wanted = amount(ask, 'quantity', item.wanted);
    if (ask.input.note !== undefined) item.note = String(ask.input.note ?? '');
    return one('item', item);
  },
  'items.delete': (ask) => {
    const { items } = listOf(ask);
    items.splice(items.indexOf(itemOf(ask)), 1);
    return empty;
  },
  'shares.browse': (ask) => many('share', listOf(ask).shares),
  'shares.add': (ask) => {
    const list = listOf(ask);
    ask.world.share(list);
    return one('share', list.shares.at(-1)!);
  },
  'shares.delete': (ask) => {
    const { shares } = listOf(ask);
    shares.splice(shares.indexOf(find(shares, ask.params.share, 'Share')), 1);
    return empty;
  },
  'shared.read': (ask) => one('sharedList', { share: sharedBy(ask), withOwner: true }),
  'shared.readWithoutProfile': (ask) => one('sharedList', { share: sharedBy(ask), withOwner: false }),
  'reservations.browse': (ask) => many('reservation', anyItem(ask).reservations),
  'reservations.add': (ask) => {
    const item = anyItem(ask);
    const quantity = amount(ask, 'quantity', 1);
    const taken = item.bought + item.reservations.reduce((sum, reservation) => sum + reservation.quantity, 0);
    if (taken + quantity > item.wanted)
      throw invalid({ quantity: `Only ${String(item.wanted - taken)} are still wanted.` });
    const reservation = {
      id: ask.world.id('reservation'),
      quantity,
      by: text(ask, 'by'),
      email: String(ask.input.email ?? ''),
      at: ask.world.now(),
    };
    item.reservations.push(reservation);
    return one('reservation', reservation);
  },
  'reservations.delete': (ask) => {
    const { reservations } = anyItem(ask);
    reservations.splice(reservations.indexOf(find(reservations, ask.params.reservation, 'Reservation')), 1);
    return empty;
  },
} satisfies Record<string, Handler>;

/** `{list}` is an id; in dialects with handles a member's list is found by its handle, too. */
function listOf({ member, params, dialect }: Ask): List {
  const found = member.lists.find(
    ({ id, handle }) => isSame(id, params.list) || (dialect.wishes !== '' && handle === params.list),
  );
  if (!found) throw missing('List');
  return found;
}

function itemOf(ask: Ask): ListItem {
  return find(listOf(ask).items, ask.params.item ?? ask.input.item, 'Item');
}

/** Reservations name an item without its list: whoever knows the share knows the item. */
function anyItem({ world, params, input }: Ask): ListItem {
  const all = world.members.flatMap((member) => member.lists).flatMap((list) => list.items);
  return find(all, params.item ?? input.item, 'Item');
}

function sharedBy({ world, params }: Ask): List['shares'][number] {
  const shares = world.members.flatMap((member) => member.lists).flatMap((list) => list.shares);
  const found = shares.find(({ handle }) => handle === params.handle);
  if (!found) throw missing('Share');
  return found;
}
