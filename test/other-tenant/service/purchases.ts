import { find, invalid, many, one, text, type Handler } from './answers.ts';
import { filterRedemptions } from './filters.ts';
import type { Purchase } from './records.ts';

/** What was bought, receipts that are claimed, redemptions, products and places. */
export const purchases = {
  'purchases.browse': ({ member }) => many('purchase', member.purchases),
  'claims.browse': ({ member }) => many('claim', member.claims.toReversed()),
  'claims.add': (ask) => {
    const receipt = text(ask, 'receipt');
    const given = ask.input.total;
    const cents = given === undefined || given === null ? undefined : Math.round(Number(given) * 100);
    const day = text(ask, 'day').slice(0, 10);
    if (Number.isNaN(Date.parse(day))) throw invalid({ day: 'This is not a date.' });
    if (ask.member.claims.some((claim) => claim.receipt === receipt))
      throw invalid({ receipt: 'This receipt has been sent.' });
    const claim = ask.world.claim(receipt, day, cents);
    ask.member.claims.push(claim);
    return one('claim', claim);
  },
  'claims.read': ({ member, params }) => one('claim', find(member.claims, params.claim, 'Claim')),
  'claims.delete': ({ member, params }) => {
    const claim = find(member.claims, params.claim, 'Claim');
    member.claims.splice(member.claims.indexOf(claim), 1);
    return one('claim', claim);
  },
  'redemptions.browse': ({ member, query }) =>
    many('redemption', filterRedemptions(member.redemptions, query)),
  'products.browse': ({ world }) => many('product', world.products),
  'places.browse': ({ world }) => many('place', world.places),
  'transactions.add': (ask) => {
    const { world, input } = ask;
    const member = find(world.members, text(ask, 'profile'), 'Profile');
    const cents = Math.round(Number(text(ask, 'total')) * 100);
    const receipt = text(ask, 'receipt');
    const purchase: Purchase = {
      id: world.id('purchase'),
      receipt,
      cents,
      at: world.now(),
      place: world.places[0]!,
      points: Math.floor(cents / 100) * 2,
      lines: [],
    };
    member.purchases.unshift(purchase);
    world.addEntry(member, purchase.points, 'purchase', String(input.text ?? `Receipt ${receipt}`));
    return one('purchase', purchase);
  },
} satisfies Record<string, Handler>;
