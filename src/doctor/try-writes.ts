import type { ListedEndpoint } from '../services/contract/endpoint.ts';
import {
  claimReward as claimEndpoint,
  deleteProfileReward,
} from '../services/contract/endpoints/incentives/rewards.ts';
import {
  deleteListItemReservation,
  listItemReservations,
} from '../services/contract/endpoints/list-reservations.ts';
import {
  deleteProfileList,
  deleteProfileListShare,
  listItems,
  profileLists,
  profileListShares,
  removeListItem,
} from '../services/contract/endpoints/lists.ts';
import { deleteProfileDate, profileDates } from '../services/contract/endpoints/profile-dates.ts';
import {
  deleteProfileTransactionClaim,
  profileTransactionClaims,
} from '../services/contract/endpoints/commerce.ts';
import { addProfileCustomEvent } from '../services/contract/endpoints/profiles.ts';
import type { Loyalty } from '../services/customer/loyalty.ts';
import { balances } from '../services/customer/resources/balances.ts';
import { removeDate, saveDate } from '../services/customer/actions/change-date.ts';
import { claimBenefit } from '../services/customer/actions/claim-benefit.ts';
import { claimReceipt, removeReceipt } from '../services/customer/actions/claim-receipt.ts';
import { reserveItem, undoReservation } from '../services/customer/actions/reserve-item.ts';
import { benefits } from '../services/customer/resources/benefits.ts';
import { dates, type ProfileDate } from '../services/customer/resources/dates.ts';
import { receipts } from '../services/customer/resources/receipts.ts';
import { sharedList } from '../services/customer/resources/shared-list.ts';
import { estimates } from '../services/customer/resources/estimates.ts';
import { createList, deleteList } from '../services/customer/actions/change-lists.ts';
import { shareList, stopSharing } from '../services/customer/actions/share-list.ts';
import { listShares } from '../services/customer/resources/list-share.ts';
import { lists, type CustomerList } from '../services/customer/resources/lists.ts';
import { rewards } from '../services/customer/resources/rewards.ts';
import { addToList, loadSaved, removeFromList } from '../services/customer/resources/wishlist.ts';
import { LoyaltyError, toLoyaltyError } from '../services/transport/errors.ts';
import { WISHLIST } from '../services/transport/page-parts.ts';
import { fillPath } from '../services/transport/paths.ts';
import { randomId } from '../services/transport/random-id.ts';
import { record, text, type Id } from '../services/transport/read.ts';
import type { Ask } from '../services/transport/tenant/mapping.ts';
import type { TenantFile } from '../services/transport/tenant/tenant-file.ts';
import { isDone, isUnanswered } from '../services/transport/unanswered.ts';
import { note, ok, wrong, type Check } from './checks.ts';

// What a test customer does on a page, by the actions of the elements. Everything is undone, or said where it cannot be.

/** By operation that is not a GET: why it does not work; `undefined` where it does. */
export type Posts = ReadonlyMap<string, LoyaltyError | undefined>;

export interface Writes {
  readonly checks: readonly Check[];
  readonly posts: Posts;
}

const reason = (thrown: unknown): string => toLoyaltyError(thrown).message;

const NAME = 'Loyalty doctor';
const DATE_DAY = '2000-02-29';
const CHANGED_DAY = '2000-02-28';

/** Reads are repeated until they show a write: these waits are 10 s together. */
const WAITS_MS = [0, 250, 250, 500, 500, 500, 1_000, 1_000, 2_000, 4_000];

interface Trial {
  readonly loyalty: Loyalty;
  /** Reads until `isDone`. `undefined` where that did not come. */
  until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T | undefined>;
  /** Waits until reads show earlier writes, too. */
  settle(): Promise<void>;
  /** Lists what stays, with the call that removes it. */
  leave(what: string, endpoint: ListedEndpoint, path: object): Promise<void>;
}

/**
 * @param connectAgain a connection that remembers no answer
 */
export async function tryWrites(
  connectAgain: () => Loyalty,
  given: string | undefined,
  { pause, file }: { readonly pause: (ms: number) => Promise<void>; readonly file?: TenantFile | undefined },
): Promise<Writes> {
  const posts = new Map<string, LoyaltyError | undefined>();
  const checks: Check[] = [];
  const left: Check[] = [];
  let lagMs = 0;
  const { lag = 0, idempotency } = file ?? {};
  const product = given ?? (await productOf(connectAgain()));

  function trial(): Trial {
    const loyalty = connectAgain();
    return {
      loyalty,
      async until(read, isDone) {
        const start = Date.now();
        for (const [tries, wait] of WAITS_MS.entries()) {
          if (wait) await pause(wait);
          const value = await read();
          if (!isDone(value)) continue;
          if (tries > 0) lagMs = Math.max(lagMs, Date.now() - start);
          return value;
        }
        return undefined;
      },
      async settle() {
        if (lagMs) await pause(2 * lagMs);
      },
      async leave(what, endpoint, path) {
        const effect = endpoint.method === 'GET' ? 'shows whether it is there' : 'removes it';
        left.push(wrong(`Left behind: ${what}. ${await callText(loyalty, endpoint, path)} ${effect}`));
      },
    };
  }

  const steps: readonly [words: string, step: (trial: Trial) => Promise<readonly Check[]>][] = [
    ['a saved product', (one) => tryHeart(one, given)],
    ['a date', tryDate],
    ['a claim of a receipt', tryReceipt],
    ['a list', tryList],
    ['a share', tryShare],
    ['a reservation', tryReservation],
    ['what a product earns', ({ loyalty }) => tryEstimate(loyalty, product, posts)],
    ['a custom event', ({ loyalty }) => tryEvent(loyalty, posts)],
    // The last ones, because they stay.
    ['a benefit', tryBenefit],
    ['a claim', (one) => tryClaim(one, idempotency?.honoured)],
  ];
  for (const [words, step] of steps)
    checks.push(
      ...(await step(trial()).catch((thrown: unknown) => [
        wrong(`${words} could not be tried: ${reason(thrown)}`),
      ])),
    );
  return { checks: [...checks, ...lagCheck(lagMs, lag), ...left], posts };
}

function lagCheck(lagMs: number, lag: number): Check[] {
  const seconds = Math.ceil(lagMs / 1_000);
  if (seconds === 0) return lag ? [ok(`reads show a write within lag: ${lag}`)] : [];
  return [
    wrong(
      `Reads showed a write only after ${(lagMs / 1_000).toFixed(1)} s${lag ? ` beyond lag: ${lag}` : ''}. Say it in the tenant file: lag: ${Math.min(30, lag + seconds + 1)}.`,
    ),
  ];
}

/** The request in the words of the service. */
async function callText(loyalty: Loyalty, endpoint: ListedEndpoint, path: object): Promise<string> {
  let asked = `${endpoint.method} ${fillPath(endpoint, path, loyalty.config?.paths)}`;
  const ask: Ask = ({ method, address }) => {
    if (method !== 'GET') asked = `${method} ${address}`;
    return Promise.resolve({ body: undefined });
  };
  // Nothing is sent, so the reply cannot be read.
  await (await loyalty.mapping)?.call(endpoint, path, ask).catch(() => undefined);
  return asked;
}

/** Saves a product that is not on the wishlist, and removes it. */
async function tryHeart(
  { loyalty, until, leave }: Trial,
  given: string | undefined,
): Promise<readonly Check[]> {
  const read = async () => (await loadSaved(loyalty, WISHLIST)).items;
  const before = await read();
  const isSaved = (id: string) => before.some(({ productId }) => productId === id);
  const product = given ?? (await otherProduct(loyalty, isSaved));
  if (product === undefined)
    return [note('a heart was not tried: name a product that is not on the wishlist with --product ID')];
  if (isSaved(product)) return [note(`a heart was not tried: ${product} is on the wishlist already`)];
  const listsBefore = await listIds(loyalty);
  const itemIn = (items: Awaited<ReturnType<typeof read>>) =>
    items.find(({ productId }) => productId === product);
  const refusal = await addToList(loyalty, WISHLIST, { productId: product }).then(() => undefined, reason);
  // Only what was seen can be removed and be seen to be gone.
  const shown = await until(read, (items) => !!itemIn(items));
  await removeFromList(loyalty, WISHLIST, { productId: product }).catch(() => undefined);
  const gone = await until(read, (items) => !itemIn(items));
  const profile = await loyalty.profileId();
  if (!gone)
    await leave(`the product ${product} on the wishlist`, removeListItem, {
      profile,
      list: WISHLIST,
      item: itemIn(await read())?.id ?? '{item}',
    });
  await removeNewLists(loyalty, listsBefore, leave);
  if (refusal !== undefined) return [wrong(`a product could not be saved: ${refusal}`)];
  if (shown && gone) return [ok(`${product} was saved and removed again`)];
  if (shown) return [wrong(`${product} was saved, and could not be removed from the wishlist again`)];
  await leave(`perhaps the product ${product}, which no read has shown`, listItems, {
    profile,
    list: WISHLIST,
  });
  return [wrong(`${product} was saved without an error, and is not on the wishlist`)];
}

const listIds = (loyalty: Loyalty): Promise<readonly string[]> =>
  lists.load(loyalty).then(
    (all) => all.map(({ id }) => String(id)),
    () => [],
  );

/** The first product creates the wishlist of a customer who has none. */
async function removeNewLists(
  loyalty: Loyalty,
  before: readonly string[],
  leave: Trial['leave'],
): Promise<void> {
  const profile = await loyalty.profileId();
  const added = async () => (await listIds(loyalty)).filter((id) => !before.includes(id));
  for (const list of await added()) await deleteList(loyalty, list, false).catch(() => undefined);
  for (const list of await added())
    await leave(`the empty list ${list}`, deleteProfileList, { profile, list });
}

/** A product of another list: one that the service knows. */
async function otherProduct(loyalty: Loyalty, isSaved: (id: string) => boolean): Promise<string | undefined> {
  const all = await lists.load(loyalty).catch((): readonly CustomerList[] => []);
  return all.flatMap(({ items }) => items).find(({ productId }) => !isSaved(productId))?.productId;
}

/** Any product that the service knows. */
const productOf = (loyalty: Loyalty): Promise<string | undefined> => otherProduct(loyalty, () => false);

/** Something that is added, seen, and removed again. */
interface Addition<T> {
  /** `a date`. */
  readonly what: string;
  /** `dates`: those that the customer has. */
  readonly all: string;
  /** `the date "Loyalty doctor"`. */
  readonly name: string;
  /** Those that can be the added one. */
  load(): Promise<readonly T[]>;
  add(): Promise<unknown>;
  /** Changes the added one. */
  change?(one: T): Promise<readonly Check[]>;
  remove(one: T): Promise<unknown>;
  /** The call that removes it. */
  removal(one: T): readonly [ListedEndpoint, object];
  /** The call that shows it. */
  readonly reading: readonly [ListedEndpoint, object];
}

/** Adds one and deletes it. Only a new one of the name that was sent is deleted. */
async function tryAddition<T extends { readonly id: Id }>(
  { until, leave }: Trial,
  { what, all, name, load, add, change, remove, removal, reading }: Addition<T>,
): Promise<readonly Check[]> {
  const before = await load();
  const newOnes = async () => (await load()).filter(({ id }) => !before.some((one) => one.id === id));
  const refusal = await add().then(() => undefined, toLoyaltyError);
  if (refusal?.code === 'unsupported' && refusal.status === undefined)
    return [note(`${what} was not tried: ${refusal.message}`)];
  const added = (await until(newOnes, ({ length }) => length > 0)) ?? [];
  const changed = added[0] && change ? await change(added[0]) : [];
  for (const one of added) await remove(one).catch(() => undefined);
  if (added.length && !(await until(newOnes, ({ length }) => length === 0))) {
    for (const one of await newOnes()) await leave(name, ...removal(one));
    return [...changed, wrong(`${what} was added, and could not be deleted`)];
  }
  if (added.length) return [ok(`${what} was added and deleted again`), ...changed];
  if (refusal) return [wrong(`${what} could not be added: ${refusal.message}`)];
  await leave(`perhaps ${name}, which no read has shown`, ...reading);
  return [wrong(`${what} was saved without an error, and is not among the ${all}`)];
}

/** Adds a date, gives it another day, and deletes it. */
async function tryDate(trial: Trial): Promise<readonly Check[]> {
  const { loyalty, until } = trial;
  const profile = await loyalty.profileId();
  const load = async () =>
    (await dates.load(loyalty)).filter(({ day }) => day === DATE_DAY || day === CHANGED_DAY);
  return tryAddition(trial, {
    what: 'a date',
    all: 'dates',
    name: `the date "${NAME}"`,
    load,
    add: () => saveDate(loyalty, { id: undefined, name: NAME, day: DATE_DAY }),
    async change({ id, name }) {
      const refusal = await saveDate(loyalty, { id, name, day: CHANGED_DAY }).then(() => undefined, reason);
      if (refusal !== undefined) return [wrong(`a date could not be changed: ${refusal}`)];
      const isChanged = (all: readonly ProfileDate[]) =>
        all.some((one) => one.id === id && one.day === CHANGED_DAY);
      return (await until(load, isChanged))
        ? [ok('a date was changed')]
        : [wrong('a date was changed without an error, and has its old day')];
    },
    remove: (one) => removeDate(loyalty, one),
    removal: ({ id }) => [deleteProfileDate, { profile, date: id }],
    reading: [profileDates, { profile }],
  });
}

/** Sends a receipt that no shop has given out, and deletes its claim. */
async function tryReceipt(trial: Trial): Promise<readonly Check[]> {
  const { loyalty } = trial;
  const profile = await loyalty.profileId();
  const number = `doctor-${randomId()}`;
  const day = new Date().toISOString().slice(0, 10);
  return tryAddition(trial, {
    what: 'a claim of a receipt',
    all: 'claims',
    name: `the claim of the receipt "${number}"`,
    load: async () => (await receipts.load(loyalty)).filter((one) => one.number === number),
    add: () => claimReceipt(loyalty, { number, total: 1, day }),
    remove: (one) => removeReceipt(loyalty, one),
    removal: ({ id }) => [deleteProfileTransactionClaim, { profile, transactionClaim: id }],
    reading: [profileTransactionClaims, { profile }],
  });
}

/** Adds an empty list and deletes it. */
async function tryList(trial: Trial): Promise<readonly Check[]> {
  const { loyalty } = trial;
  const profile = await loyalty.profileId();
  return tryAddition(trial, {
    what: 'a list',
    all: 'lists',
    name: `the empty list "${NAME}"`,
    load: async () => (await lists.load(loyalty)).filter(({ name }) => name === NAME),
    add: () =>
      createList(loyalty, {
        type: 'wishlist',
        name: NAME,
        handle: `doctor-${randomId()}`,
        eventAt: undefined,
      }),
    remove: ({ id }) => deleteList(loyalty, id, false),
    removal: ({ id }) => [deleteProfileList, { profile, list: id }],
    reading: [profileLists, { profile }],
  });
}

/** Reserves one piece of a list that is shared already, and undoes it. Whose it is, no list says: its number does. */
async function tryReservation({ loyalty, until, leave }: Trial): Promise<readonly Check[]> {
  for (const { id } of await lists.load(loyalty)) {
    const [share] = (await listShares(String(id)).load(loyalty)) ?? [];
    if (!share) continue;
    const items = async () => (await sharedList(share.handle).load(loyalty))?.items ?? [];
    const item = (await items()).find(
      ({ wanted = 1, reserved = 0, bought = 0 }) => wanted > reserved + bought,
    );
    if (!item) continue;
    const isReserved = async () =>
      (await items()).find((one) => one.id === item.id)?.reserved !== item.reserved;
    const request = { name: NAME, quantity: 1, idempotencyKey: randomId() };
    const made = await reserveItem(loyalty, share.handle, item.id, request).catch(toLoyaltyError);
    if (made instanceof LoyaltyError) {
      if (made.code === 'unsupported' && made.status === undefined)
        return [note(`a reservation was not tried: ${made.message}`)];
      if (!isMaybeDone(made)) return [wrong(`a reservation could not be made: ${made.message}`)];
    }
    const own = made instanceof LoyaltyError || made.id === undefined ? undefined : made;
    const isCounted = item.reserved !== undefined;
    const shown = isCounted && (await until(isReserved, Boolean));
    const undone = own && (await undoReservation(loyalty, share.handle, own).catch(() => false));
    if (own && !isCounted && undone !== false)
      return [ok('a reservation was made and undone again; the shared list does not say what is reserved')];
    const name = `the reservation of "${item.productId}" by "${NAME}"`;
    if (own && isCounted && (await until(isReserved, (still) => !still)) !== undefined)
      return [
        shown
          ? ok('a reservation was made and undone again')
          : wrong('a reservation was made without an error, and the shared list does not count it'),
      ];
    if (own) await leave(name, deleteListItemReservation, { itemId: item.id, reservationId: own.id });
    else await leave(`perhaps ${name}`, listItemReservations, { itemId: item.id });
    return [wrong('a reservation was made, and could not be undone')];
  }
  return [note('a reservation was not tried: no list is shared that has a product left')];
}

/** Claims a benefit that costs nothing. It stays: the interface has no call that takes one back. */
async function tryBenefit({ loyalty, until }: Trial): Promise<readonly Check[]> {
  const before = await benefits.load(loyalty);
  const offer = before.offers.find(({ pointsCost }) => pointsCost === 0);
  if (!offer) return [note('a benefit was not claimed: none is offered that costs nothing')];
  const refusal = await claimBenefit(loyalty, offer).then(() => undefined, toLoyaltyError);
  if (refusal?.code === 'unsupported' && refusal.status === undefined)
    return [note(`a benefit was not claimed: ${refusal.message}`)];
  if (refusal && !isMaybeDone(refusal)) return [wrong(`a benefit could not be claimed: ${refusal.message}`)];
  const shown = await until(
    () => benefits.load(loyalty),
    ({ owned }) => owned.length > before.owned.length,
  );
  const stays = wrong(
    `Left behind: the claimed benefit "${offer.name}". No call of the interface removes it`,
  );
  return shown
    ? [ok(`the benefit "${offer.name}" was claimed`), stays]
    : [
        wrong(`the benefit "${offer.name}" was claimed without an error, and the customer does not have it`),
        stays,
      ];
}

/** Shares a list that is not shared, and stops it. */
async function tryShare({ loyalty, until, leave }: Trial): Promise<readonly Check[]> {
  const profile = await loyalty.profileId();
  for (const { id, name } of await lists.load(loyalty)) {
    const list = String(id);
    const read = () => listShares(list).load(loyalty);
    if ((await read())?.length !== 0) continue;
    const refusal = await shareList(loyalty, list).then(() => undefined, reason);
    // A share that is not shown yet would stay, and the list public.
    const shown = await until(read, (shares) => !!shares?.length);
    if (!shown) {
      if (refusal !== undefined) return [wrong(`the list "${name}" could not be shared: ${refusal}`)];
      await leave(`perhaps a share of the list "${name}", which no read has shown`, profileListShares, {
        profile,
        list,
      });
      return [wrong(`the list "${name}" was shared without an error, and no share is shown`)];
    }
    await stopSharing(loyalty, list).catch(() => undefined);
    if (await until(read, (shares) => shares?.length === 0))
      return [ok(`the list "${name}" was shared, and is not any more`)];
    for (const share of (await read()) ?? [])
      await leave(`the list "${name}" is public by a share`, deleteProfileListShare, {
        profile,
        list,
        share: share.id,
      });
    return [wrong(`the list "${name}" was shared, and the share could not be deleted`)];
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
    const { points } = await asked.points({ currency: undefined, lines: [line] }, () => Promise.resolve());
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

/** A reply that cannot be read is no refusal. */
const isMaybeDone = (error: LoyaltyError): boolean => isDone(error) || isUnanswered(error);

/**
 * Claims the cheapest reward twice with one key: a service that honours it answers the same claim again. Where the tenant file says that it
 * does not, the second claim would only cost.
 */
async function tryClaim(
  { loyalty, until, settle, leave }: Trial,
  saysHonoured: boolean | undefined,
): Promise<readonly Check[]> {
  const { available } = await balances.load(loyalty);
  const { offers } = await rewards.load(loyalty);
  const times = saysHonoured === false ? 1 : 2;
  const [offer] = offers
    .filter(({ pointsCost, refusal }) => !refusal && pointsCost > 0 && pointsCost * times <= available)
    .sort((a, b) => a.pointsCost - b.pointsCost);
  if (!offer)
    return [
      note(
        `a claim was not tried: no reward is offered that the customer could pay${times === 2 ? ' twice' : ''}`,
      ),
    ];
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
  if (first.error && !isMaybeDone(first.error))
    return [wrong(`a claim was refused, and nothing was claimed: ${first.error.message}`)];
  const second = times === 2 ? await answered() : undefined;
  const refusal = second?.error && !isMaybeDone(second.error) ? second.error.message : undefined;
  // The first of two charges may be shown before the second.
  await until(
    () => balances.load(loyalty),
    ({ available: now }) => now < available,
  );
  await settle();
  const spent = available - (await balances.load(loyalty)).available;
  for (const id of new Set([first.id, second?.id]))
    if (id !== undefined)
      await leave(
        `the claimed reward "${offer.name}" (${id}), for which the customer has paid`,
        deleteProfileReward,
        {
          profileId,
          rewardId: id,
        },
      );
  const stays = note(`It stays claimed: ${spent} points of the test customer are spent, for "${offer.name}"`);
  if (spent < offer.pointsCost)
    return [
      note(
        `a claim was answered, and the balance is ${spent} points less, not ${offer.pointsCost}: whether keys are honoured is not known yet`,
      ),
    ];
  if (!second) return [ok(`"${offer.name}" was claimed for ${spent} points`), stays];
  if (spent > offer.pointsCost)
    return [
      wrong(
        `Two claims with one idempotency key were charged twice (${spent} points). Say it in the tenant file: idempotency: { honoured: false }.`,
      ),
      stays,
    ];
  const isSame = second.id !== undefined && second.id === first.id;
  const how = isSame
    ? ', and answered the same reward'
    : refusal !== undefined
      ? ` (the second was refused: ${refusal})`
      : '';
  const advice = saysHonoured ? '' : ': idempotency: { honoured: true } may be in the tenant file';
  return [ok(`two claims with one idempotency key were charged once${how}${advice}`), stays];
}
