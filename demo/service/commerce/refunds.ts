import { sql, type RawBuilder } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database, Row } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { invalid } from '../api/problem.ts';
import { lockProfiles } from '../profiles/profile-rows.ts';
import { dayOf, endOfDay, startOfDay } from '../programme/time-zone.ts';
import { typedCode } from '../../../src/services/transport/typed-text.ts';
import { settingOf } from '../tenant-settings.ts';
import { recountMember } from '../points/recount-member.ts';
import { leftAfter, sharesOf } from '../campaigns/left-of-purchase.ts';
import { CURRENCY, decimalOf, millionths } from './amounts.ts';
import {
  distribute,
  Remainder,
  type Distribution,
  type OpenRefund,
  type Taken,
} from './distribute-refunds.ts';
import { purchaseGrown, purchaseRefunded, reasonOf, worthOf } from './purchase-points.ts';

type Purchase = Row<'transactions'>;
type Line = Row<'transaction_items'>;

/** A refund is a transaction with a total below zero. */
export const isRefund = ({ total }: Pick<Purchase, 'total'>): boolean => millionths(total) < 0n;

/**
 * ASSUMPTION. A refund refunds the purchase that it names: by `refund_of`, or else those with its receipt, or else those of its order. It
 * waits for them, and for no others. A refund that names none refunds the purchases of its profile that were made before it, the newest
 * first. The rest of its amount is not covered until such a purchase is uploaded. Refunds that name a purchase are applied first, then the
 * others from the oldest on.
 *
 * The amounts are computed anew from all refunds and purchases that they concern, so that the order of arrival makes no difference.
 */
interface Concerned {
  /** Purchases that were added or have another owner. */
  readonly purchases?: readonly Purchase[];
  readonly refund?: Purchase;
  /** Profiles that have other purchases than before. */
  readonly profileIds?: readonly string[];
  /** A purchase that has not earned points yet: it gets those of what is left. */
  readonly unearned?: number;
}

/**
 * Applies a refund to the purchases that it refunds, in whole or by line, and takes back their points. Returns the refund, which gets the
 * profile of its purchase, and the part that no purchase covers. Throws 422 for a second refund of what was refunded.
 */
export async function applyRefund(
  work: Database,
  refund: Purchase,
): Promise<{ readonly refund: Purchase; readonly uncovered: string }> {
  await checkNamed(work, refund);
  const scope = await scopeOf(work, { refund });
  if (isNamed(refund)) checkRefundable(refund, scope);
  await apply(work, scope, { refund });
  const stored = await work
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', refund.id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ uncovered: string }>`
    select trim_scale(${decimalOf(-millionths(refund.total))}::numeric - coalesce(sum(amount), 0))::text as uncovered
    from transaction_refunds where refund_id = ${refund.id}`.execute(work);
  return { refund: stored, uncovered: rows[0]?.uncovered ?? '0' };
}

/** Distributes the refunds anew that concern these purchases or profiles, and takes or gives back the points of what differs. */
export async function redistributeRefunds(work: Database, concerned: Concerned): Promise<void> {
  await apply(work, await scopeOf(work, concerned), concerned);
}

/** Assigns the refunds that name a purchase to its new profile, except those that refund other purchases as well. */
export async function moveRefunds(work: Database, purchase: Purchase): Promise<void> {
  await sql`
    update transactions set profile_id = ${purchase.profile_id}
    where id in (select refund_id from transaction_refunds where transaction_id = ${purchase.id})
      and not ${isUnnamed(sql`transactions`)}
      and not exists (
        select from transaction_refunds where refund_id = transactions.id and transaction_id <> ${purchase.id})`.execute(
    work,
  );
}

interface References {
  readonly external_id: string;
  readonly refund_of?: string | null | undefined;
  readonly receipt_ref?: string | null | undefined;
  readonly order_id?: number | null | undefined;
  readonly profile_id?: string | null | undefined;
}

/**
 * Locks a profile, and then the names of a transaction: of a refund and its purchase that arrive at once, the second transaction waits for
 * the first and finds it. The purchases of profiles are locked after names: the profile of a named purchase is known only then. Returns
 * whether there is such a profile.
 */
export async function lockWithProfile(
  work: Database,
  { external_id, refund_of, receipt_ref, order_id, profile_id }: References,
): Promise<boolean> {
  const names = [
    `purchase ${refund_of ?? external_id}`,
    ...(receipt_ref ? [`receipt ${typedCode(receipt_ref)}`] : []),
    ...(order_id ? [`purchases of order ${order_id}`] : []),
  ];
  const keys = [...names.sort(), ...(profile_id ? [purchasesKey(profile_id)] : [])];
  const [row] = await lockProfileAndKeys(work, { profileId: profile_id ?? null, keys });
  return row?.profile_id !== null;
}

const lockProfileAndKeys = compiledStatement<
  { readonly profileId: string | null; readonly keys: readonly string[] },
  { readonly profile_id: string | null }
>(
  ['profileId', 'keys'],
  ({ profileId, keys }) => sql`
    with profile as materialized (
      select id from profiles where id = ${profileId}::text and deleted_at is null for key share
    ), locked as materialized (
      -- The condition lets PostgreSQL lock the profile first.
      select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key
      where (select count(*) from profile) >= 0
    )
    select (select id from profile) as profile_id, (select count(*) from locked)`,
);

/** Locks the purchases of profiles, after the profiles and before rows of purchases. */
export const lockPurchases = (work: Database, profileIds: readonly string[]): Promise<void> =>
  lockKeys(work, [...profileIds].sort().map(purchasesKey));

const purchasesKey = (profileId: string) => `purchases of profile ${profileId}`;

/** In this order. */
async function lockKeys(work: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.execute(
    work,
  );
}

/** The purchases and refunds whose amounts depend on each other, with everything that decides them. */
interface Scope {
  readonly purchases: ReadonlyMap<number, Purchase>;
  readonly refunds: readonly OpenRefund[];
  /** The amounts of before, of these and of other refunds. */
  readonly before: readonly Row<'transaction_refunds'>[];
  readonly lines: ReadonlyMap<number, readonly Line[]>;
}

const isNamed = ({ refund_of, receipt_ref, order_id }: Purchase) =>
  refund_of !== null || receipt_ref !== null || order_id !== null;

/** The condition of the index `transactions_refunds_of_profile`. */
const isUnnamed = (refund: RawBuilder<unknown>) =>
  sql<boolean>`(${refund}.refund_of is null and ${refund}.receipt_ref is null and ${refund}.order_id is null)`;

/** Whether a refund and a purchase, as rows `refund` and `purchase`, can belong together. */
const isCompatible = sql<boolean>`(
  refund.total < 0 and purchase.total > 0
  and coalesce(refund.currency, ${sql.lit(CURRENCY)}) = coalesce(purchase.currency, ${sql.lit(CURRENCY)})
  and (not refund.names_profile or refund.profile_id is null or purchase.profile_id is null
    or refund.profile_id = purchase.profile_id))`;

/** How a refund names purchases, the most exact first: each has an index. */
const namings = [
  sql<boolean>`refund.refund_of = purchase.external_id`,
  sql<boolean>`refund.refund_of is null and refund.receipt_ref is not null and purchase.receipt_ref is not null
    and typed_code(refund.receipt_ref) = typed_code(purchase.receipt_ref)`,
  sql<boolean>`refund.refund_of is null and refund.receipt_ref is null and refund.order_id = purchase.order_id`,
];

interface Pair {
  readonly refund: number;
  readonly purchase: number;
}

/** The refunds and purchases that name each other, where one of them has these ids. */
async function pairsOf(
  work: Database,
  purchases: readonly number[],
  refunds: readonly number[],
): Promise<Pair[]> {
  const among = [
    ...(purchases.length > 0 ? [sql<boolean>`purchase.id = any(${purchases}::bigint[])`] : []),
    ...(refunds.length > 0 ? [sql<boolean>`refund.id = any(${refunds}::bigint[])`] : []),
  ];
  if (among.length === 0) return [];
  const parts = among.flatMap((one) =>
    namings.map(
      (names) => sql`
        select refund.id as refund, purchase.id as purchase
        from transactions as refund join transactions as purchase on ${names} and ${isCompatible}
        where ${one}`,
    ),
  );
  const { rows } = await sql<Pair>`${sql.join(parts, sql` union `)}`.execute(work);
  return rows;
}

/** A refund with only a day is up to a day older, and an hour where the clocks change, than its last moment. */
const DAY = sql`interval '2 days'`;

/** Whether refunds concern a purchase, for a larger statement. */
export const isRefunded = (purchase: RawBuilder<unknown>) => sql<boolean>`(
      exists (select from transactions where refund_of = ${purchase}.external_id)
      or exists (
        select from transactions as refund where total < 0 and refund_of is null and refund.receipt_ref is not null
          and typed_code(refund.receipt_ref) = typed_code(${purchase}.receipt_ref))
      or exists (
        select from transactions as refund where total < 0 and refund_of is null and receipt_ref is null
          and refund.order_id = ${purchase}.order_id)
      or exists (
        select from transactions as refund where total < 0 and ${isUnnamed(sql`refund`)}
          and refund.profile_id = ${purchase}.profile_id and refund.transacted_at > ${purchase}.transacted_at - ${DAY}))`;

/** Repeats until nothing was added while it waited for a lock. */
async function scopeOf(work: Database, concerned: Concerned): Promise<Scope> {
  const { purchases = [], refund, profileIds = [] } = concerned;
  let size = -1;
  const found = { purchases: new Set(purchases.map(({ id }) => id)), refunds: new Set<number>() };
  if (refund && (isNamed(refund) || refund.profile_id === null)) found.refunds.add(refund.id);
  let rows: Purchase[] = [];
  let owners: string[] = [];
  while (size < found.purchases.size + found.refunds.size) {
    size = found.purchases.size + found.refunds.size;
    await addNamed(work, found);
    rows = await rowsOf(work, [...found.purchases, ...found.refunds]);
    owners = [
      ...new Set([
        ...rows.flatMap((row) => (isRefund(row) ? [] : (row.profile_id ?? []))),
        ...(refund?.profile_id && !isNamed(refund) ? [refund.profile_id] : []),
        ...profileIds,
      ]),
    ];
    await lockProfiles(work, owners);
    await lockPurchases(work, owners);
    await sql`select from transactions where id = any(${rows.map(({ id }) => id)}::bigint[]) order by id for update`.execute(
      work,
    );
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pairs = await pairsOf(work, [], [...found.refunds]);
  const named = rows.filter(isRefund).map((one) => ({
    refund: one,
    purchases: pairs
      .flatMap((pair) => (pair.refund === one.id ? (byId.get(pair.purchase) ?? []) : []))
      .sort(newestFirst),
  }));
  const zone = await settingOf(work, 'programme.timezone');
  const known = rows.filter((row) => !isRefund(row));
  const unnamed: Placed[] = [];
  for (const owner of owners) {
    const moments = [
      ...known.flatMap((row) => (row.profile_id === owner ? row.transacted_at.getTime() : [])),
      ...(refund?.profile_id === owner && !isNamed(refund) ? [lastMoment(refund, zone)] : []),
      ...(profileIds.includes(owner) ? [-Infinity] : []),
    ];
    unnamed.push(...(await unnamedRefunds(work, owner, Math.min(...moments), zone)));
  }
  return await withCandidates(work, { named: named.sort(byMoment), unnamed, known });
}

/** Adds the refunds and purchases that name each other, and those that these name. */
async function addNamed(work: Database, found: { purchases: Set<number>; refunds: Set<number> }) {
  let isComplete = false;
  while (!isComplete) {
    const before = found.purchases.size + found.refunds.size;
    for (const { refund, purchase } of await pairsOf(work, [...found.purchases], [...found.refunds])) {
      found.refunds.add(refund);
      found.purchases.add(purchase);
    }
    isComplete = before === found.purchases.size + found.refunds.size;
  }
}

/** A refund that names no purchase: those of its profile until this moment. */
interface Placed {
  readonly refund: Purchase;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Refunds of a profile that name no purchase, from a moment on: earlier ones refund nothing that was made then. */
async function unnamedRefunds(
  work: Database,
  profileId: string,
  from: number,
  zone: string,
): Promise<Placed[]> {
  const rows = await work
    .selectFrom('transactions')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('total', '<', '0')
    .where(isUnnamed(sql`transactions`))
    .$if(Number.isFinite(from), (query) =>
      query.where(sql<boolean>`transacted_at > ${new Date(from)}::timestamptz - ${DAY}`),
    )
    .execute();
  return rows
    .map((refund) => ({ refund, until: lastMoment(refund, zone) }))
    .filter(({ until }) => until >= from)
    .sort((a, b) => a.until - b.until || byMoment(a, b));
}

const DAY_MS = 86_400_000;

/**
 * The moment until which purchases were made before a refund: its own, or the end of its day in the time zone of the programme. A till that
 * knows only the day writes its midnight, there or in UTC.
 */
export function lastMoment({ transacted_at: at }: Pick<Purchase, 'transacted_at'>, zone: string): number {
  const day = dayOf(at, zone);
  if (at.getTime() % DAY_MS === 0) return endOfDay(at.toISOString().slice(0, 10), zone).getTime();
  return (startOfDay(day, zone).getTime() === at.getTime() ? endOfDay(day, zone) : at).getTime();
}

/** By the moment, then by the external id, which does not depend on the order of arrival. */
const newestFirst = (a: Purchase, b: Purchase) =>
  b.transacted_at.getTime() - a.transacted_at.getTime() || compared(b.external_id, a.external_id);
const byMoment = (a: { refund: Purchase }, b: { refund: Purchase }) => newestFirst(b.refund, a.refund);
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const PURCHASES_AT_ONCE = 100;

/** Reads purchases of the profiles, the newest first, until the refunds that name none are covered or nothing is left. */
async function withCandidates(
  work: Database,
  { named, unnamed, known }: { named: OpenRefund[]; unnamed: Placed[]; known: Purchase[] },
): Promise<Scope> {
  const refundIds = [...named, ...unnamed].map(({ refund }) => refund.id);
  const owners = new Set(unnamed.map(({ refund }) => refund.profile_id));
  for (let limit = PURCHASES_AT_ONCE; ; limit *= 4) {
    const candidates: Purchase[] = [];
    let isWhole = true;
    for (const owner of owners) {
      const until = Math.max(
        ...unnamed.map((one) => (one.refund.profile_id === owner ? one.until : -Infinity)),
      );
      const rows = await work
        .selectFrom('transactions')
        .selectAll()
        .where('profile_id', '=', owner)
        .where('total', '>', '0')
        .where('transacted_at', '<=', new Date(until))
        .orderBy('transacted_at', 'desc')
        .orderBy(sql`external_id collate "C"`, 'desc')
        .limit(limit)
        .execute();
      isWhole &&= rows.length < limit;
      candidates.push(...rows);
    }
    const refunds = [
      ...named,
      ...unnamed.map(({ refund, until }) => ({
        refund,
        purchases: candidates
          .filter(
            (purchase) =>
              purchase.profile_id === refund.profile_id &&
              (purchase.currency ?? CURRENCY) === (refund.currency ?? CURRENCY) &&
              purchase.transacted_at.getTime() <= until,
          )
          .sort(newestFirst),
      })),
    ];
    const before = await amountsOf(work, refundIds, [...known, ...candidates]);
    const others = await rowsOf(work, [...new Set(before.map((row) => row.transaction_id))]);
    const purchases = new Map([...others, ...known, ...candidates].map((row) => [row.id, row]));
    const lines = await linesOf(work, [
      ...new Set([...refundIds, ...before.map((row) => row.refund_id), ...purchases.keys()]),
    ]);
    const scope = { purchases, refunds, before, lines };
    const after = distribution(scope);
    const isCovered = unnamed.every(
      ({ refund }) => sum(after.get(refund.id)?.values() ?? []) === -millionths(refund.total),
    );
    if (isCovered || isWhole) return scope;
  }
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);

const distribution = (scope: Scope): Distribution =>
  distribute(scope.refunds, scope.lines, takenByOthers(scope));

function takenByOthers({ refunds, before }: Scope): ReadonlyMap<number, Taken> {
  const anew = new Set(refunds.map(({ refund }) => refund.id));
  const taken = new Map<number, Taken>();
  for (const { transaction_id: id, refund_id, amount } of before) {
    if (anew.has(refund_id)) continue;
    const { amount: others, refundIds } = taken.get(id) ?? { amount: 0n, refundIds: [] };
    taken.set(id, { amount: others + millionths(amount), refundIds: [...refundIds, refund_id] });
  }
  return taken;
}

/** Throws 422 where nothing is left of the named purchases, or of their lines, and where `refund_of` has less left than the refund. */
function checkRefundable(refund: Purchase, { refunds, before, lines }: Scope): void {
  const purchases = refunds.find((one) => one.refund.id === refund.id)?.purchases ?? [];
  if (purchases.length === 0) return;
  // A refund that names no purchase gives way to one that does.
  const names = new Set(refunds.flatMap((one) => (isNamed(one.refund) ? one.refund.id : [])));
  const remainders = purchases.map((purchase) => {
    const rows = before.filter((row) => row.transaction_id === purchase.id && names.has(row.refund_id));
    const amount = sum(rows.map((row) => millionths(row.amount)));
    const taken = { amount, refundIds: rows.map((row) => row.refund_id) };
    return { left: millionths(purchase.total) - amount, remainder: new Remainder(purchase, lines, taken) };
  });
  const left = sum(remainders.map((one) => one.left));
  if (left <= 0n) throw invalid({ total: ['This purchase has been refunded: nothing of it is left.'] });
  const wanted = -millionths(refund.total);
  if (refund.refund_of !== null && wanted > left)
    throw invalid({ total: [`Of this purchase ${decimalOf(left)} is left to refund.`] });
  const refundLines = lines.get(refund.id) ?? [];
  if (remainders.every(({ remainder }) => remainder.take(wanted, refundLines) === 0n))
    throw invalid({ items: ['These lines have been refunded: nothing of them is left.'] });
}

/** Throws 422 where `refund_of` names a transaction that the refund cannot refund. */
async function checkNamed(work: Database, refund: Purchase): Promise<void> {
  if (refund.refund_of === null) return;
  const purchase = await work
    .selectFrom('transactions')
    .selectAll()
    .where('external_id', '=', refund.refund_of)
    .executeTakeFirst();
  if (!purchase) return;
  const refused = (why: string) => invalid({ refund_of: [why] });
  if (isRefund(purchase) || purchase.id === refund.id)
    throw refused('A refund cannot be refunded: name the purchase.');
  if ((purchase.currency ?? CURRENCY) !== (refund.currency ?? CURRENCY))
    throw refused('The purchase has another currency.');
  const owners = [purchase.profile_id, refund.profile_id];
  if (!owners.includes(null) && owners[0] !== owners[1])
    throw refused('The purchase belongs to another profile.');
}

/** Stores the amounts that differ, then takes back or gives the points of the difference. */
async function apply(work: Database, scope: Scope, { refund: added, unearned }: Concerned): Promise<void> {
  const { purchases, refunds, before } = scope;
  const after = distribution(scope);
  const stored = new Map(before.map((row) => [`${row.refund_id} ${row.transaction_id}`, row]));
  const changes = new Map<number, bigint>();
  const grown = new Set<number>(added ? [added.id] : []);
  for (const { refund } of refunds) {
    const amounts = after.get(refund.id) ?? new Map<number, bigint>();
    const rows = before.filter((row) => row.refund_id === refund.id);
    if (sum(amounts.values()) > sum(rows.map((row) => millionths(row.amount)))) grown.add(refund.id);
    for (const purchaseId of new Set([...rows.map((row) => row.transaction_id), ...amounts.keys()])) {
      const amount = amounts.get(purchaseId) ?? 0n;
      const difference = amount - millionths(stored.get(`${refund.id} ${purchaseId}`)?.amount ?? '0');
      if (difference === 0n) continue;
      changes.set(purchaseId, (changes.get(purchaseId) ?? 0n) + difference);
      await storeAmount(work, refund.id, purchaseId, amount);
    }
  }
  for (const { refund } of refunds) await assignRefund(work, scope, refund, after);
  const taken = await changePoints(work, scope, { after, unearned });
  for (const { refund } of refunds) {
    if (!grown.has(refund.id)) continue;
    const amounts = after.get(refund.id) ?? new Map<number, bigint>();
    const refunded = [...amounts.keys()];
    await publishRefunded(work, {
      id: refund.id,
      transactions: refunded,
      points: refunded.reduce((points, id) => points + (taken.get(id) ?? 0), 0),
      uncovered: -millionths(refund.total) - sum(amounts.values()),
    });
    // The points of a purchase are those of one refund: the first that is published.
    for (const id of refunded) taken.delete(id);
  }
  const owners = new Set([...changes.keys()].flatMap((id) => purchases.get(id)?.profile_id ?? []));
  for (const owner of [...owners].sort()) await recountMember(work, owner, 'Refund');
}

async function storeAmount(work: Database, refundId: number, purchaseId: number, amount: bigint) {
  if (amount <= 0n)
    await sql`delete from transaction_refunds where refund_id = ${refundId} and transaction_id = ${purchaseId}`.execute(
      work,
    );
  else
    await sql`
      insert into transaction_refunds (refund_id, transaction_id, amount)
      values (${refundId}, ${purchaseId}, ${decimalOf(amount)}::numeric)
      on conflict (transaction_id, refund_id) do update set amount = excluded.amount`.execute(work);
}

/** A refund whose request named no profile gets that of the first purchase that it refunds. */
async function assignRefund(work: Database, { purchases }: Scope, refund: Purchase, after: Distribution) {
  if (refund.names_profile) return;
  const [first] = after.get(refund.id)?.keys() ?? [];
  const owner = (first !== undefined && purchases.get(first)?.profile_id) || null;
  if (owner === refund.profile_id) return;
  await work.updateTable('transactions').set({ profile_id: owner }).where('id', '=', refund.id).execute();
}

/**
 * Takes and gives the points of what is left of each purchase now, and was before. Returns those that were taken, by purchase. Points come
 * back first, so that there is enough to take.
 */
async function changePoints(
  work: Database,
  { purchases, refunds, before, lines }: Scope,
  { after, unearned }: { readonly after: Distribution; readonly unearned: number | undefined },
): Promise<Map<number, number>> {
  const anew = new Set(refunds.map(({ refund }) => refund.id));
  const now = [
    ...before.filter((row) => !anew.has(row.refund_id)),
    ...[...after].flatMap(([refund_id, amounts]) =>
      [...amounts].map(([transaction_id, amount]) => ({
        refund_id,
        transaction_id,
        amount: decimalOf(amount),
      })),
    ),
  ];
  const concerned = [
    ...new Set([...before, ...now].flatMap((row) => (anew.has(row.refund_id) ? row.transaction_id : []))),
  ];
  const shares = await sharesOf(work, concerned);
  const changes = concerned.flatMap((id) => {
    const purchase = purchases.get(id);
    if (!purchase?.profile_id || id === unearned) return [];
    const leftOf = (rows: typeof now) =>
      leftAfter(purchase, { refunds: rows, lines, shares: shares.get(id) ?? [] });
    const [was, is] = [leftOf([...before]), leftOf(now)];
    if (was.amount === is.amount && was.campaignPoints === is.campaignPoints) return [];
    // Other lines than before can be refunded, so that less of the amount is left and more of the points.
    const rate = purchase.points_rate ?? '0';
    const more = worthOf(is, rate) - worthOf(was, rate) || Number(is.amount) - Number(was.amount);
    return [{ id, purchase, profileId: purchase.profile_id, was, is, isMore: more > 0 }];
  });
  const taken = new Map<number, number>();
  for (const change of changes.sort((a, b) => Number(b.isMore) - Number(a.isMore) || a.id - b.id)) {
    const { id, purchase, profileId, was, is } = change;
    if (change.isMore) await purchaseGrown(work, { purchase, profileId, after: is });
    else {
      const reason = `${reasonOf(purchase)}, refunded`;
      taken.set(id, await purchaseRefunded(work, { purchase, profileId, before: was, after: is, reason }));
    }
  }
  return taken;
}

interface Refunded {
  readonly id: number;
  readonly transactions: readonly number[];
  readonly points: number;
  /** Millionths. */
  readonly uncovered: bigint;
}

async function publishRefunded(work: Database, { id, transactions, points, uncovered }: Refunded) {
  const refund = await work
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await publish(work, {
    trigger: 'transaction.refunded',
    namespace: 'loyalty',
    profileId: refund.profile_id,
    payload: {
      id: String(id),
      external_id: refund.external_id,
      total: Number(refund.total),
      transactions: transactions.map(String),
      not_covered: Number(decimalOf(uncovered)),
      points_taken: points,
    },
  });
}

/** Refunded amounts of purchases, and those of refunds. */
const amountsOf = (work: Database, refundIds: readonly number[], purchases: readonly Purchase[]) =>
  work
    .selectFrom('transaction_refunds as one')
    .selectAll()
    .where(
      sql<boolean>`one.transaction_id = any(
        select transaction_id from transaction_refunds where refund_id = any(${refundIds}::bigint[])
        union select unnest(${purchases.map(({ id }) => id)}::bigint[]))`,
    )
    .orderBy('id')
    .execute();

const rowsOf = (work: Database, ids: readonly number[]): Promise<Purchase[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : work.selectFrom('transactions').selectAll().where('id', 'in', ids).orderBy('id').execute();

async function linesOf(
  work: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Line[]>> {
  const rows =
    ids.length === 0
      ? []
      : await work
          .selectFrom('transaction_items')
          .selectAll()
          .where('transaction_id', 'in', ids)
          .orderBy('id')
          .execute();
  const byTransaction = new Map<number, Line[]>();
  for (const line of rows)
    byTransaction.set(line.transaction_id, [...(byTransaction.get(line.transaction_id) ?? []), line]);
  return byTransaction;
}
