import type { Benefits } from '../services/customer/resources/benefits.ts';
import type { HistoryPage } from '../services/customer/resources/history.ts';
import type { CustomerList } from '../services/customer/resources/lists.ts';
import type { PointsBalance } from '../services/customer/resources/balances.ts';
import type { Rewards } from '../services/customer/resources/rewards.ts';
import { integer } from '../services/transport/read.ts';
import { WISHLIST } from '../services/transport/page-parts.ts';
import type { ResourceName } from './elements.ts';
import type { Findings } from './examine.ts';

// Answers that can be read, and that cannot all be right. What an element shows of them is not known to be true.

/** Why what was loaded cannot be right, by resource. */
export function contradictionsOf(
  findings: Findings,
  expectedPoints: number | undefined,
): ReadonlyMap<ResourceName, string> {
  const found = new Map<ResourceName, string>();
  const loaded = <T>(name: ResourceName): T | undefined => {
    const finding = findings.get(name);
    return finding?.status === 'loaded' ? (finding.value as T) : undefined;
  };
  const points = loaded<PointsBalance>('balances');
  const history = loaded<HistoryPage>('history');
  if (points && expectedPoints !== undefined && points.available !== expectedPoints)
    found.set('balances', `shows ${points.available} points, and --expect says ${expectedPoints}`);
  if (points && history) {
    const [newest] = history.entries;
    const pending = integer(points.reply['pending']) ?? 0;
    if (!newest && points.available > 0)
      found.set('history', `has no entry, and the balance is ${points.available} points`);
    const balance = newest?.balance;
    if (balance !== undefined && balance !== points.available && balance !== points.available + pending)
      found.set(
        'history',
        `says ${balance} points after its newest entry, and the balance is ${points.available} points`,
      );
  }
  const benefits = loaded<Benefits>('benefits');
  if (benefits && isWithin(benefits.owned, benefits.offers, ({ name }) => name))
    found.set('benefits', 'everything that the customer has is offered to claim, too');
  const rewards = loaded<Rewards>('rewards');
  if (rewards && isWithin(rewards.owned, rewards.offers, ({ id }) => String(id)))
    found.set('rewards', 'what the customer has is what is offered: it has the same ids');
  const lists = loaded<readonly CustomerList[]>('lists');
  const wrong = lists?.find(({ count, items }) => count !== undefined && items.length > count);
  if (wrong) found.set('lists', `"${wrong.name}" says ${wrong.count} items, and ${wrong.items.length} came`);
  const wishlist = loaded<readonly unknown[]>('wishlist');
  const own = lists?.find(({ handle }) => handle === WISHLIST);
  if (wishlist && own?.count !== undefined && own.count !== wishlist.length)
    found.set('wishlist', `has ${wishlist.length} items, and its list says ${own.count}`);
  return found;
}

const isWithin = <One, Other>(
  some: readonly One[],
  others: readonly Other[],
  keyOf: (one: One | Other) => string,
): boolean => some.length > 0 && some.every((one) => others.some((other) => keyOf(other) === keyOf(one)));
