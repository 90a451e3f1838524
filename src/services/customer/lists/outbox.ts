import { addList, addListItem, editProfileListItem, removeListItem } from '../../contract/endpoints/lists.ts';
import type { ProductDetails } from '../../contract/lists.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { randomId } from '../../transport/random-id.ts';
import { record, text, type Id } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { MAX_LAG_SECONDS } from '../../transport/tenant/guarantees.ts';
import { isDone, isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import type { Resource } from '../resource.ts';
import { tellTabs } from '../tab-changes.ts';
import { loadPages, MAX_PAGES } from './first-page.ts';
import { isGuest as isGuestOf, isOnDevice } from './device.ts';
import {
  isSameChoice,
  readItem,
  readNote,
  type Priority,
  readProduct,
  refusalKey,
  refusedEdits,
  type WishlistItem,
} from './list-items.ts';
import { isWhole, storeProductIds } from './loaded-pages.ts';
import { openStoredEdits, type ListEdit, type StoredEdit, type StoredEdits } from './stored-edits.ts';

// Edits of lists are stored on the device before they are sent, and removed after the service has answered (decision 0250). Loaded after
// the first list of a page. Claims of rewards are never stored: they are sent once, while the shopper waits.

type Items = readonly WishlistItem[];
/** `sent`, or why the service refuses it; `undefined` where it does not answer now. */
type Outcome = 'sent' | LoyaltyError | undefined;

/** For longer, an edit that is stored does not let the shopper wait for the service. */
const PATIENCE_MS = 3_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 5 * 60_000;

/** The edits of one customer, or of a guest, in this epoch. */
export interface Outbox {
  /**
   * Stores an edit and sends it. Resolves when the service has it, or when it is stored and the service does not answer now.
   * @param onStored called when the device has it, before it is sent; not where the device does not store it
   * @throws LoyaltyError the service refuses it, or it can neither be stored nor sent
   */
  edit(edit: ListEdit, onStored?: () => void): Promise<void>;
  /**
   * The items with the stored edits of this list, which are sent now. A guest's edits become those of the customer.
   * @param isMore whether they are further items of a list: then it is only edited what is among them
   */
  withStoredEdits(list: string, items: Items, isMore?: boolean): Promise<Items>;
}

const outboxes = new WeakMap<Loyalty, Outbox>();

/** The outbox of the epoch. */
export function openOutbox(loyalty: Loyalty, resourceOf: (list: string) => Resource<Items>): Outbox {
  // Reads the replies that refuse an edit. If it were first needed without a connection, Chromium would never load it again.
  void import('../../transport/failure.ts').catch(() => {});
  const outbox = outboxes.get(loyalty) ?? createOutbox(loyalty, resourceOf);
  outboxes.set(loyalty, outbox);
  return outbox;
}

function createOutbox(loyalty: Loyalty, resourceOf: (list: string) => Resource<Items>): Outbox {
  const { browser, now = Date.now } = loyalty.environment;
  const { baseUrl, platform, profileId } = loyalty.config ?? {};
  const onDevice = isOnDevice(loyalty);
  /** Whether the edits are those of the guests of this browser. Where guests save nothing, they have no profile id either. */
  const isGuest = onDevice && isGuestOf(loyalty);
  /** Items of the service when they were last loaded, by list. */
  const loaded = new Map<string, WishlistItem[]>();
  /** Edits whose shopper waits for the outcome. */
  const waiting = new Map<string, (outcome: Outcome) => void>();
  let failures = 0;
  let sending: Promise<unknown> = Promise.resolve();
  let stopRetry: (() => void) | undefined;

  const shop = `${baseUrl} ${platform}`;
  /** The stored edits of this epoch's owner. No profile id is empty, so the name of the guests is no customer's. */
  async function ownEdits(): Promise<StoredEdits> {
    const profile = isGuest
      ? ''
      : // The stored id comes first: it is known also while the service cannot be reached.
        (profileId ?? text(loyalty.cache.read()?.profileId) ?? (await loyalty.profileId()));
    return openStoredEdits(browser, `${shop} ${profile}`, now, onDevice);
  }

  async function edit(wanted: ListEdit, onStored?: () => void): Promise<void> {
    const edits = await ownEdits();
    if (!loyalty.current()) throw new LoyaltyError('aborted');
    const refused = new Map(loyalty.resource(refusedEdits).state.value);
    if (refused.delete(refusalKey(wanted.list, wanted))) loyalty.resource(refusedEdits).set(refused);
    // Without the query, which may have what is private.
    const page = globalThis.location?.href.split(/[?#]/)[0];
    const stored: StoredEdit = { ...wanted, id: randomId(), at: now(), page };
    if (onDevice) {
      const isStored = await (wanted.save ? edits.put(stored) : edits.forget(stored));
      // A guest whose device stores no more products can save them with a sign-in.
      if (!isStored) throw new LoyaltyError(isGuest ? 'unauthenticated' : 'offline');
      show(stored);
    } else if (await edits.put(stored)) {
      onStored?.();
      const outcome = await sendNow(stored);
      if (outcome === 'sent') return;
      if (outcome) throw outcome;
      // It is stored, and will be sent.
      show(stored);
      const left = await edits.read();
      if (left && !left.some(({ id }) => id === stored.id)) void resourceOf(stored.list).refresh(); // another tab has sent it
    } else {
      try {
        show(stored, await send(stored));
        refreshUnread(stored);
      } finally {
        // The browser may still store it, late, and would send it again on another page.
        void edits.remove(stored);
      }
    }
  }

  /** Sends a stored edit after earlier ones. Resolves to its outcome, or to `undefined` where the service does not answer now. */
  async function sendNow({ id }: StoredEdit): Promise<Outcome> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<Outcome>((resolve) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
        void sendStored().then(() => resolve(undefined));
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  /** Sends all stored edits, in one tab at a time. */
  function sendStored(): Promise<void> {
    stopRetry?.();
    const sent = sending.then(async () => {
      const edits = await ownEdits();
      const sendAll = () => sendEach(edits);
      try {
        await browser!.navigator!.locks!.request(`loyalty-elements lists ${edits.owner}`, sendAll);
      } catch {
        // A browser without locks: several tabs may send the same edit, which changes nothing.
        await sendAll();
      }
    });
    const settled = sent.catch(() => {});
    sending = settled;
    return settled;
  }

  async function sendEach(edits: StoredEdits): Promise<void> {
    const tried = new Set<string>();
    let failed: LoyaltyError | undefined;
    for (;;) {
      const stored = await edits.read();
      // A customer who signed out in another tab sends nothing.
      if (!loyalty.current()) return;
      if (stored?.length === 0) return void (failures = 0);
      const edit = stored?.find(({ id }) => !tried.has(id));
      if (!edit) break; // some could not be sent, or the database did not answer in time
      tried.add(edit.id);
      const error = await attempt(edit, edits);
      if (error?.code === 'aborted') return; // the epoch is over: the next one sends it
      failed = error ?? failed;
      // The page asks for a sign-in, after which the edits are sent.
      if (error?.code === 'unauthenticated') for (const answer of waiting.values()) answer(error);
      // One product that the service cannot store must not stop the others. Without a connection none can be sent.
      if (error && !(error.status && error.status >= 500)) break;
    }
    failures++;
    if (failed?.code !== 'unauthenticated') retryLater(failed?.retryAfterMs);
  }

  /** Sends an edit, and removes it where the service has done or refused it. Resolves to the error where it has not. */
  async function attempt(edit: StoredEdit, edits: StoredEdits): Promise<LoyaltyError | undefined> {
    try {
      const item = await sendOrFind(edit);
      if (await edits.remove(edit)) show(edit, item);
      refreshUnread(edit);
      const answer = waiting.get(edit.id);
      if (answer) answer('sent');
      // Another tab may have loaded the list before, and then looked for edits that are not sent.
      else tellTabs(loyalty, 'lists');
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (!isRefusal(error)) {
        if (isAddition(edit) && isUnanswered(error) && browser?.navigator?.onLine !== false)
          await edits.markLost(edit, now());
        return error;
      }
      await edits.remove(edit);
      refuse(edit, error);
    }
    return undefined;
  }

  function refuse(edit: StoredEdit, error: LoyaltyError): void {
    const answer = waiting.get(edit.id);
    if (answer) {
      if (edit.save) void resourceOf(edit.list).refresh(); // it may be on the list already
      return answer(error);
    }
    if (edit.isNote) return void resourceOf(edit.list).refresh(); // with the note that the service has
    // The page has shown the edit as done, so the element says that it was refused.
    const refused = loyalty.resource(refusedEdits);
    const { list, save, productId, product } = edit;
    const name = text(record(product)['name']) ?? productId;
    refused.set(new Map(refused.state.value).set(refusalKey(list, edit), { error, save, name }));
    if (save) show({ ...edit, save: false });
    else void resourceOf(list).refresh();
  }

  /** Sends again after a while, when the browser is online again, or when the shopper returns to the tab. */
  function retryLater(retryAfterMs = 0): void {
    stopRetry?.();
    const events = ['online', 'visibilitychange'] as const;
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS) * (0.5 + Math.random());
    const again = () => {
      failures = 0; // each edit without a connection failed, and the next attempt may fail once more
      void sendStored();
    };
    const timer = setTimeout(() => void sendStored(), Math.max(waitMs, retryAfterMs));
    for (const event of events) browser?.addEventListener?.(event, again);
    stopRetry = () => {
      clearTimeout(timer);
      for (const event of events) browser?.removeEventListener?.(event, again);
      stopRetry = undefined;
    };
  }

  /**
   * Sends an edit. An addition whose answer was lost is first looked for, after the lag of the service: where a tenant file does not say
   * that keys are honoured, a repetition may save the product twice. A service without one takes it once.
   * @throws LoyaltyError with `retryAfterMs` while it is too early
   */
  async function sendOrFind(edit: StoredEdit): Promise<WishlistItem | undefined> {
    const { lostAt, list } = edit;
    const { keysAreHonoured, lagMs } = loyalty.guarantees();
    const differs = loyalty.mapping || lagMs !== undefined || keysAreHonoured === false;
    if (lostAt !== undefined && isAddition(edit) && differs && !keysAreHonoured) {
      const retryAfterMs = lostAt + (lagMs ?? MAX_LAG_SECONDS * 1_000) - now();
      if (retryAfterMs > 0) throw new LoyaltyError('offline', undefined, { retryAfterMs });
      const { items } = await loadPages(loyalty, list, MAX_PAGES);
      loaded.set(list, [...items]);
      const found = items.find((item) => isSameChoice(item, edit));
      if (found) return found;
    }
    return send(edit);
  }

  /**
   * After a status of 2xx an edit is done, also where its reply cannot be read.
   * @returns the item that the service has now, of an edit that saves, where its reply says it
   */
  async function send(edit: StoredEdit): Promise<WishlistItem | undefined> {
    const profile = await loyalty.profileId();
    try {
      if (edit.isNote) {
        const done = await sendNote(edit, profile);
        if (done) return done.item;
      }
      return await (edit.save ? sendAddition(edit, profile) : sendRemoval(edit, profile));
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (!isDone(error)) throw error;
      readAgain(edit, error);
      return undefined;
    }
  }

  /** Ids of edits that are done, and after which the list is read again: their reply could not be read, or is of a page that is not loaded. */
  const unread = new Set<string>();

  function readAgain({ id }: StoredEdit, error: LoyaltyError): void {
    loyalty.report(error);
    unread.add(id);
  }

  /** After the edit is shown: what is read must not be replaced by it. */
  function refreshUnread({ id, list }: StoredEdit): void {
    if (unread.delete(id)) void resourceOf(list).refresh();
  }

  /** The item of a reply; `undefined` for one that cannot be read: the edit is done, and the list is read again. */
  function itemOfReply(operation: string, reply: unknown, edit: StoredEdit): WishlistItem | undefined {
    try {
      return readReply(operation, record(reply).data, readItem);
    } catch (thrown) {
      readAgain(edit, toLoyaltyError(thrown));
      return undefined;
    }
  }

  async function sendAddition(edit: StoredEdit, profile: string): Promise<WishlistItem | undefined> {
    const { list, productId, variantId, product, id, quantity, note, priority } = edit;
    const body = {
      product_id: productId,
      variant_id: variantId,
      variant_name: variantId && text(record(product)['variant_name']),
      product: readDetails(product),
      quantity,
      note,
      priority: priority as Priority | undefined,
    };
    const add = async () => ({
      answer: await loyalty.call(addListItem, { profile, list, body, idempotencyKey: id }),
    });
    const reply = await add().catch(async (error) => {
      if (toLoyaltyError(error).code === 'conflict') return undefined; // the list has the product
      if (list !== WISHLIST || toLoyaltyError(error).code !== 'not_found') throw error;
      const body = { type: WISHLIST, handle: WISHLIST, name: 'Wishlist' };
      await loyalty.call(addList, { profile, body }).catch((refused) => {
        const { code } = toLoyaltyError(refused);
        // Another tab created it at the same time, or it is created and the reply cannot be read.
        if (code !== 'conflict' && !isDone(toLoyaltyError(refused))) throw refused;
      });
      await loyalty.settle(); // a list that was created now may not be found before
      return add();
    });
    if (!reply) {
      if (!isWhole(loyalty, list)) unread.add(id); // it is on a page that is not loaded, or at another place
      return undefined;
    }
    const item = withPageDetails(itemOfReply(addListItem.id, reply.answer, edit), edit);
    if (item) loaded.get(list)?.push(item);
    return item;
  }

  async function sendRemoval(edit: StoredEdit, profile: string): Promise<undefined> {
    const { list, isConfirmed } = edit;
    const query = isConfirmed ? { confirm: 'true' } : undefined;
    await callWithItem(edit, (item) => loyalty.call(removeListItem, { profile, list, item, query }));
  }

  /** @returns the item with its note; `undefined` where it is no longer on the list */
  async function sendNote(
    edit: StoredEdit,
    profile: string,
  ): Promise<{ readonly item: WishlistItem | undefined } | undefined> {
    const { list, note = null, priority = null } = edit;
    const body = { note, priority: priority as Priority | null };
    const reply = await callWithItem(edit, (item) =>
      loyalty.call(editProfileListItem, { profile, list, item, body }),
    );
    return reply && { item: itemOfReply(editProfileListItem.id, reply.answer, edit) };
  }

  /**
   * Calls with the id of a product's item. The ids are loaded again where the ones that are known do not help. Resolves to `undefined`
   * where the list does not have the product.
   */
  async function callWithItem(
    edit: StoredEdit,
    call: (item: Id) => Promise<unknown>,
  ): Promise<{ readonly answer: unknown } | undefined> {
    const { list } = edit;
    const callIn = async (items: Items) => {
      const item = items.find((other) => isSameChoice(other, edit))?.id;
      if (item === undefined) return undefined;
      return call(item).then(
        (answer) => ({ answer }),
        (error) => {
          if (toLoyaltyError(error).code !== 'not_found') throw error;
          return undefined;
        },
      );
    };
    const done = await callIn(loaded.get(list) ?? (await shownItems(resourceOf(list))));
    if (done) return done;
    const { items, isMissing } = await loadPages(loyalty, list, MAX_PAGES);
    // Deleted, or its owner has removed this editor: the product may be on it still.
    if (isMissing && list !== WISHLIST) throw new LoyaltyError('not_found');
    loaded.set(list, [...items]);
    if (!isWhole(loyalty, list)) unread.add(edit.id);
    return callIn(items);
  }

  /** Shows an edit, with the item that the service has now. */
  function show(edit: StoredEdit, item?: WishlistItem): void {
    const { list } = edit;
    const resource = resourceOf(list);
    const { value, status } = resource.state;
    if (value) resource.set(storeProductIds(loyalty, list, withEdit(value, edit, item)));
    else if (status !== 'initial') void resource.refresh(); // a list that has not loaded yet cannot be edited
  }

  return {
    edit,
    async withStoredEdits(list, items, isMore) {
      const edits = await ownEdits();
      if (!isGuest) await edits.takeOver(`${shop} `);
      const stored = (await edits.read()) ?? [];
      loaded.set(list, [...((isMore && loaded.get(list)) || []), ...items]);
      // After the list is shown: what is sent changes it.
      if (stored.length && !onDevice) setTimeout(() => void sendStored());
      return stored
        .filter((edit) => edit.list === list && (!isMore || items.some((item) => isSameChoice(item, edit))))
        .reduce<Items>((shown, edit) => withEdit(shown, edit), items);
    },
  };
}

/** Two of them may save a product twice. */
const isAddition = ({ save, isNote }: StoredEdit): boolean => save && !isNote;

/** The service has decided about the edit. It has not where the session has ended, is busy, or is not the one that answered. */
const isRefusal = ({ code, status = 0 }: LoyaltyError): boolean =>
  code === 'not_found' ||
  code === 'validation' ||
  code === 'invalid_config' ||
  (status >= 400 && status < 500 && ![401, 408, 429].includes(status));

/** The items of a list that is shown or loading; none of a list that no element shows. */
function shownItems(resource: Resource<Items>): Promise<Items> {
  return new Promise((resolve) => {
    const check = (): void => {
      const { status, value = [] } = resource.state;
      if (status === 'pending') return;
      stop?.();
      resolve(value);
    };
    const stop = resource.state.status === 'pending' ? resource.subscribe(check) : undefined;
    check();
  });
}

function withEdit(items: Items, edit: StoredEdit, item?: WishlistItem): Items {
  const others = items.filter((other) => !isSameChoice(other, edit));
  if (!edit.save) return others;
  if (edit.isNote && others.length < items.length)
    return items.map((other) =>
      isSameChoice(other, edit) ? (item ?? { ...other, ...readNote({ ...edit }) }) : other,
    );
  if (item) return [item, ...others];
  return others.length < items.length ? items : [itemOf(edit), ...items];
}

/** An item whose reply does not have its product, with what the page says about it. */
const withPageDetails = (item: WishlistItem | undefined, edit: StoredEdit): WishlistItem | undefined =>
  item && !item.name && !item.isGone && text(record(edit.product)['name'])
    ? { ...itemOf(edit), id: item.id, savedAt: item.savedAt, alerts: item.alerts, ...readNote({ ...item }) }
    : item;

/** The item of an edit that the service does not have. */
function itemOf({ productId, variantId, product, page, at, ...edit }: StoredEdit): WishlistItem {
  const { name, url, image_url, variant_name, ...more } = record(product);
  const absolute = (address: unknown) =>
    typeof address === 'string' && address && URL.canParse(address, page)
      ? new URL(address, page).href
      : undefined;
  const shown = readProduct(
    { ...more, name, url: absolute(url), image_url: absolute(image_url) },
    { variant_id: variantId, variant_name },
  );
  const savedAt = new Date(at).toISOString();
  return { id: undefined, productId, ...shown, name: shown.name ?? productId, savedAt, ...readNote(edit) };
}

/** The details that the service takes, where the page gives enough of them. */
function readDetails(product: unknown): ProductDetails | undefined {
  const { name: rawName, url: rawUrl, image_url, price, currency } = record(product);
  const [name, url] = [text(rawName), text(rawUrl)];
  if (!name || !url) return undefined;
  return { name, url, image_url: text(image_url), price: text(price), currency: text(currency) };
}
