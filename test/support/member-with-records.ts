import {
  creditWire,
  definition,
  item,
  list,
  pointEntries,
  sampleMember,
  sampleRegistry,
  sampleStyleGuide,
  type ListWire,
  type Member,
} from './component-member.ts';

/** A member with so many records of each kind. */
export function memberWith(count: number, one = sampleMember()): Member {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const perk = { name: 'A perk', short_description: 'What it is', points_required: 100 };
  one.rewards = [];
  one.definitions = ids.map((id) => definition(id, 'Free coffee', 100 * id));
  one.claimable = [];
  one.benefits = ids.map((id) => ({ id, definition: { ...perk, id }, uses_left: 1 }));
  one.achievements = ids.map((id) => ({
    id,
    achievement_definition_id: id,
    definition: perk,
    points: 40,
  }));
  one.pointEntries = pointEntries(count);
  one.redemptions = [];
  one.credits = ids.map((id) => creditWire(id, 'Gift card', {}));
  one.items = ids.map((id) => item(id, 'A chair'));
  const [first] = sampleRegistry().items;
  one.lists = [
    { ...sampleRegistry(), items: ids.map((id) => ({ ...first!, ...item(500 + id, 'A chair') })) },
    { ...sampleStyleGuide(), items: ids.slice(0, 2).map((id) => item(700 + id, 'A lamp')) },
  ];
  one.receipts = ids.map((id) => ({
    id,
    receipt_ref: `Receipt ${id}`,
    status: 'pending',
    created_at: '2031-01-05T10:00:00Z',
  }));
  one.dates = ids.map((id) => ({ id: `date-${id}`, name: `Day ${id}`, date: '1990-02-03' }));
  return one;
}

/** So many lists, without products. */
export const listsOf = (count: number): ListWire[] =>
  Array.from({ length: count }, (_, at) => list(100 + at, 'wishlist', `list-${at}`, `List ${at}`));
