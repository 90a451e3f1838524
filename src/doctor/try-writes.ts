import { claimReward as claimEndpoint } from '../services/contract/endpoints/incentives/rewards.ts';
import { addProfileCustomEvent } from '../services/contract/endpoints/profiles.ts';
import type { Loyalty } from '../services/customer/loyalty.ts';
import { balances } from '../services/customer/resources/balances.ts';
import { removeDate, saveDate } from '../services/customer/resources/change-date.ts';
import { dates } from '../services/customer/resources/dates.ts';
import { estimates } from '../services/customer/resources/estimates.ts';
import { listShares, shareList, stopSharing } from '../services/customer/resources/list-share.ts';
import { lists, type CustomerList } from '../services/customer/resources/lists.ts';
import { rewards } from '../services/customer/resources/rewards.ts';
import { addToList, removeFromList, savedProducts } from '../services/customer/resources/wishlist.ts';
import { toLoyaltyError, type LoyaltyError } from '../services/transport/errors.ts';
import { WISHLIST } from '../services/transport/page-parts.ts';
import { randomId } from '../services/transport/random-id.ts';
import { record, text } from '../services/transport/read.ts';
import { isUnanswered } from '../services/transport/unanswered.ts';
import { note, ok, wrong, type Check } from './checks.ts';

// What a test customer does on a page, by the actions of the elements. Everything is undone, or said where it cannot be.

/** By operation that is not a GET: why it does not work; `undefined` where it does. */
export type Posts = ReadonlyMap<string, LoyaltyError | undefined>;

export interface Writes {
  readonly checks: readonly Check[];
  readonly posts: Posts;
}

const reason = (thrown: unknown): string => toLoyaltyError(thrown).message;

const DATE_NAME = 'Loyalty doctor';
const DATE_DAY = '2000-02-29';

/** @param connectAgain a connection that remembers no answer */
export async function tryWrites(connectAgain: () => Loyalty, given: string | undefined): Promise<Writes> {
  const posts = new Map<string, LoyaltyError | undefined>();
  const checks: Check[] = [];
  const product = given ?? (await productOf(connectAgain()));
  const steps: readonly [words: string, step: (loyalty: Loyalty) => Promise<readonly Check[]>][] = [
    ['a saved product', (loyalty) => tryHeart(loyalty, given)],
    ['a date', tryDate],
    ['a share', tryShare],
    ['what a product earns', (loyalty) => tryEstimate(loyalty, product, posts)],
    ['a custom event', (loyalty) => tryEvent(loyalty, posts)],
    // The last one, because it stays.
    ['a claim', tryClaim],
  ];
  for (const [words, step] of steps)
    checks.push(
      ...(await step(connectAgain()).catch((thrown: unknown) => [
        wrong(`${words} could not be tried: ${reason(thrown)}`),
      ])),
    );
  return { checks, posts };
}

/** Saves a product that is not on the wishlist, and removes it. */
async function tryHeart(loyalty: Loyalty, given: string | undefined): Promise<readonly Check[]> {
  const wishlist = savedProducts(WISHLIST);
  const before = await wishlist.load(loyalty);
  const isSaved = (id: string) => before.some(({ productId }) => productId === id);
  const product = given ?? (await otherProduct(loyalty, isSaved));
  if (product === undefined)
    return [note('a heart was not tried: name a product that is not on the wishlist with --product ID')];
  if (isSaved(product)) return [note(`a heart was not tried: ${product} is on the wishlist already`)];
  const listsBefore = await listIds(loyalty);
  try {
    await addToList(loyalty, WISHLIST, { productId: product });
    const after = await wishlist.load(loyalty);
    return after.some(({ productId }) => productId === product)
      ? [ok(`${product} was saved and removed again`), ...(await newLists(loyalty, listsBefore))]
      : [wrong(`${product} was saved without an error, and is not on the wishlist`)];
  } finally {
    await removeFromList(loyalty, WISHLIST, { productId: product });
    const left = await wishlist.load(loyalty);
    if (left.some(({ productId }) => productId === product))
      throw new Error(`${product} could not be removed from the wishlist again. Remove it by hand`);
  }
}

const listIds = (loyalty: Loyalty): Promise<readonly string[]> =>
  lists.load(loyalty).then(
    (all) => all.map(({ id }) => String(id)),
    () => [],
  );

/** The first product creates the wishlist of a customer who has none. */
async function newLists(loyalty: Loyalty, before: readonly string[]): Promise<readonly Check[]> {
  const added = (await listIds(loyalty)).filter((id) => !before.includes(id));
  return added.length ? [note(`the customer had no wishlist: the empty list ${added.join(', ')} stays`)] : [];
}

/** A product of another list: one that the service knows. */
async function otherProduct(loyalty: Loyalty, isSaved: (id: string) => boolean): Promise<string | undefined> {
  const all = await lists.load(loyalty).catch((): readonly CustomerList[] => []);
  return all.flatMap(({ items }) => items).find(({ productId }) => !isSaved(productId))?.productId;
}

/** Any product that the service knows. */
const productOf = (loyalty: Loyalty): Promise<string | undefined> => otherProduct(loyalty, () => false);

/** Adds a date and deletes it. Only a new date of the day that was sent is deleted. */
async function tryDate(loyalty: Loyalty): Promise<readonly Check[]> {
  const before = await dates.load(loyalty);
  const newOnes = async () =>
    (await dates.load(loyalty)).filter(
      ({ id, day }) => day === DATE_DAY && !before.some((one) => one.id === id),
    );
  const refusal = await saveDate(loyalty, { id: undefined, name: DATE_NAME, day: DATE_DAY }).then(
    () => undefined,
    reason,
  );
  const added = await newOnes();
  for (const one of added) await removeDate(loyalty, one);
  const [left] = await newOnes();
  if (left) return [wrong(`a date was added, and could not be deleted: delete "${left.name}" by hand`)];
  if (refusal !== undefined) return [wrong(`a date could not be added: ${refusal}`)];
  return [
    added.length
      ? ok('a date was added and deleted again')
      : wrong('a date was saved without an error, and is not among the dates'),
  ];
}

/** Shares a list that is not shared, and stops it. */
async function tryShare(loyalty: Loyalty): Promise<readonly Check[]> {
  for (const { id, name } of await lists.load(loyalty)) {
    const list = String(id);
    if ((await listShares(list).load(loyalty))?.length !== 0) continue;
    await shareList(loyalty, list);
    await stopSharing(loyalty, list);
    return (await listShares(list).load(loyalty))?.length === 0
      ? [ok(`the list "${name}" was shared, and is not any more`)]
      : [wrong(`the list "${name}" was shared, and the share could not be deleted: delete it by hand`)];
  }
  return [note('a share was not tried: every list is shared already, or there is none')];
}

async function tryEstimate(
  loyalty: Loyalty,
  product: string | undefined,
  posts: Map<string, LoyaltyError | undefined>,
): Promise<readonly Check[]> {
  const operation = 'incentives.estimate';
  try {
    const asked = await estimates.load(loyalty);
    const line = { product_id: product, variant_id: undefined, quantity: 1, price: 100 };
    const points = await asked.points({ currency: undefined, lines: [line] }, () => Promise.resolve());
    posts.set(operation, undefined);
    return [ok(`a purchase of 100 would earn ${points} points; nothing was stored`)];
  } catch (thrown) {
    posts.set(operation, toLoyaltyError(thrown));
    if (toLoyaltyError(thrown).code === 'unsupported')
      return [note('what a purchase earns is not offered, as the tenant file says')];
    return [wrong(`what a purchase earns is not known: ${reason(thrown)}`)];
  }
}

async function tryEvent(
  loyalty: Loyalty,
  posts: Map<string, LoyaltyError | undefined>,
): Promise<readonly Check[]> {
  const operation = addProfileCustomEvent.id;
  try {
    const profile = await loyalty.profileId();
    await loyalty.call(addProfileCustomEvent, { profile, body: { name: 'loyalty-doctor', data: {} } });
    posts.set(operation, undefined);
    return [ok('a custom event "loyalty-doctor" was taken: it stays, because events cannot be deleted')];
  } catch (thrown) {
    posts.set(operation, toLoyaltyError(thrown));
    return [wrong(`a custom event was refused: ${reason(thrown)}`)];
  }
}

/** Claims the cheapest reward twice with one key: a service that honours it answers the same claim again. */
async function tryClaim(loyalty: Loyalty): Promise<readonly Check[]> {
  const { available } = await balances.load(loyalty);
  const { offers } = await rewards.load(loyalty);
  const [offer] = offers
    .filter(({ pointsCost, refusal }) => !refusal && pointsCost > 0 && pointsCost * 2 <= available)
    .sort((a, b) => a.pointsCost - b.pointsCost);
  if (!offer) return [note('a claim was not tried: no reward is offered that the customer could pay twice')];
  const profileId = await loyalty.profileId();
  const idempotencyKey = randomId();
  const claim = () =>
    loyalty.call(claimEndpoint, {
      profileId,
      // Ids are sent back as they came.
      body: { reward_definition_id: offer.id as number },
      idempotencyKey,
    });
  const answered = () =>
    claim().then(
      (reply) => ({ id: text(record(record(reply).data).id), error: undefined }),
      (thrown: unknown) => ({ id: undefined, error: toLoyaltyError(thrown) }),
    );
  const first = await answered();
  if (first.error && !isUnanswered(first.error))
    return [wrong(`a claim was refused: ${first.error.message}. Nothing was claimed`)];
  const second = await answered();
  const refusal = second.error && !isUnanswered(second.error) ? second.error.message : undefined;
  const spent = available - (await balances.load(loyalty)).available;
  const stays = `It stays claimed: ${spent} points of the test customer are spent, for "${offer.name}"`;
  if (spent > offer.pointsCost)
    return [
      wrong(
        `Two claims with one idempotency key were charged twice (${spent} points). Say it in the tenant file: idempotency: { honoured: false }.`,
      ),
      note(stays),
    ];
  if (spent < offer.pointsCost)
    return [
      note(
        `a claim was answered, and the balance is ${spent} points less, not ${offer.pointsCost}: whether keys are honoured is not known yet`,
      ),
    ];
  const isSame = second.id !== undefined && second.id === first.id;
  return [
    ok(
      `two claims with one idempotency key were charged once${isSame ? ', and answered the same reward' : refusal !== undefined ? ` (the second was refused: ${refusal})` : ''}: idempotency: { honoured: true } may be in the tenant file`,
    ),
    note(stays),
  ];
}
