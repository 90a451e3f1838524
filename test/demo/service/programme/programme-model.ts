// A plain model of what the reference service says of members: it counts everything anew from lists of what has happened.

export interface ModelPurchase {
  readonly external: string;
  readonly receipt: string;
  readonly order: number | null;
  readonly cents: number;
  /** Milliseconds since the beginning of the year. */
  readonly at: number;
  owner: string | null;
  /** Points for one euro when it arrived. */
  rate: number;
  /** The category is the one that the product had when it was bought; of a product that was not known, its first one. */
  readonly lines: {
    readonly product: string;
    readonly quantity: number;
    category: string | null | undefined;
  }[];
}

interface ModelRefund {
  readonly external: string;
  readonly cents: number;
  readonly at: number;
  /** A refund with only a day counts as the end of that day. */
  readonly until: number;
  /** What names its purchase; without any of them it is one of its owner. */
  readonly purchase?: string;
  readonly receipt?: string;
  readonly order?: number;
  owner?: string;
}

interface Standing {
  readonly available: number;
  readonly earned: number;
  readonly tier: string | null;
  readonly purchases: number;
  readonly pieces: number;
}

const DAY_MS = 86_400_000;
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const newestFirst = (a: ModelPurchase, b: ModelPurchase) => b.at - a.at || compared(b.external, a.external);
const oldestFirst = (a: ModelRefund, b: ModelRefund) => a.at - b.at || compared(a.external, b.external);

function groupedBy<Key>(
  purchases: readonly ModelPurchase[],
  keyOf: (purchase: ModelPurchase) => Key,
): Map<Key, ModelPurchase[]> {
  const groups = new Map<Key, ModelPurchase[]>();
  for (const one of purchases) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

export class ProgrammeModel {
  /** From the lowest to the highest: by all points, or by those of the last days. */
  readonly tiers = [
    { handle: 'regular', required: 300, days: null },
    { handle: 'recent', required: 700, days: 60 },
    { handle: 'patron', required: 3_000, days: null },
  ] as const;
  readonly productNames = ['lamp', 'bench', 'spade', 'vase'].map((name) => `year-${name}`);
  readonly categories = new Map<string, string | null>();
  readonly members: string[] = [];
  readonly purchases: ModelPurchase[] = [];
  /** Milliseconds since the beginning of the year. */
  now = 0;
  rate = 1;
  readonly #refunds: ModelRefund[] = [];
  readonly #given: { owner: string; readonly value: number; readonly at: number }[] = [];
  readonly #survivors = new Map<string, string>();

  join(member: string): void {
    this.members.push(member);
  }

  /** The id of a member, and those of the members that were merged into it. */
  namesOf(member: string): string[] {
    return [member, ...[...this.#survivors.keys()].filter((gone) => this.survivorOf(gone) === member)];
  }

  survivorOf<Id extends string | null>(member: Id): Id {
    const next = member === null ? undefined : this.#survivors.get(member);
    return next === undefined ? member : (this.survivorOf(next) as Id);
  }

  buy(bought: ModelPurchase): void {
    bought.rate = this.rate;
    for (const line of bought.lines) line.category = this.categories.get(line.product);
    this.purchases.push(bought);
  }

  refund(refund: ModelRefund): void {
    this.#refunds.push(refund);
  }

  give(owner: string, value: number): void {
    this.#given.push({ owner, value, at: this.now });
  }

  merge(survivor: string, gone: string): void {
    this.#survivors.set(gone, survivor);
    this.members.splice(this.members.indexOf(gone), 1);
    for (const of of [this.purchases, this.#refunds, this.#given])
      for (const one of of) if (one.owner === gone) one.owner = survivor;
  }

  setProduct(product: string, category: string | null): void {
    const isNew = !this.categories.has(product);
    this.categories.set(product, category);
    if (!isNew) return;
    for (const { lines } of this.purchases)
      for (const line of lines)
        if (line.product === product && line.category === undefined) line.category = category;
  }

  removeProduct(product: string): void {
    this.categories.delete(product);
  }

  /** Cents that are left of purchases after the refunds that name them. */
  leftByName(purchases: readonly ModelPurchase[]): number {
    const left = this.#left('named');
    return purchases.reduce((sum, one) => sum + (left.get(one) ?? 0), 0);
  }

  /** Of every member. `drift`: milliseconds that the test has taken. */
  standings(drift: number): Map<string, Standing> {
    const left = this.#left('all');
    return new Map(this.members.map((member) => [member, this.#standingOf(member, left, drift)]));
  }

  #standingOf(member: string, left: ReadonlyMap<ModelPurchase, number>, drift: number): Standing {
    const mine = this.purchases.filter(({ owner }) => owner === member);
    const earnings = [
      ...mine.map((one) => ({ at: one.at, points: Math.floor(((left.get(one) ?? 0) * one.rate * 2) / 200) })),
      ...this.#given.flatMap(({ owner, value, at }) => (owner === member ? [{ at, points: value }] : [])),
    ];
    const since = (from: number) =>
      earnings.reduce((sum, { at, points }) => sum + (at > from ? points : 0), 0);
    const earned = since(-Infinity);
    const tier = this.tiers.findLast(
      ({ required, days }) => since(days === null ? -Infinity : this.now + drift - days * DAY_MS) >= required,
    );
    const kept = mine.filter((one) => (left.get(one) ?? 0) > 0);
    const pieces = kept.flatMap(({ lines }) =>
      lines.map(({ category, quantity }) => (category === 'Home' ? quantity : 0)),
    );
    return {
      available: earned,
      earned,
      tier: tier?.handle ?? null,
      purchases: kept.length,
      pieces: pieces.reduce((sum, quantity) => sum + quantity, 0),
    };
  }

  /** Cents that are left of each purchase. Refunds that name purchases come first, then those of a member, from the oldest on. */
  #left(which: 'named' | 'all'): Map<ModelPurchase, number> {
    const left = new Map(this.purchases.map((one) => [one, one.cents]));
    const take = (cents: number, from: readonly ModelPurchase[] = []) => {
      let open = cents;
      for (const one of from) {
        const part = Math.min(open, left.get(one) ?? 0);
        left.set(one, (left.get(one) ?? 0) - part);
        open -= part;
      }
    };
    const sorted = [...this.purchases].sort(newestFirst);
    const byName = groupedBy(sorted, ({ external }) => external);
    const byReceipt = groupedBy(sorted, ({ receipt }) => receipt);
    const byOrder = groupedBy(sorted, ({ order }) => order);
    const named = this.#refunds.filter(({ owner }) => owner === undefined).sort(oldestFirst);
    for (const { cents, purchase, receipt, order = null } of named)
      take(cents, purchase ? byName.get(purchase) : receipt ? byReceipt.get(receipt) : byOrder.get(order));
    if (which === 'named') return left;
    const byOwner = groupedBy(sorted, ({ owner }) => owner);
    const others = this.#refunds
      .filter(({ owner }) => owner !== undefined)
      .sort((a, b) => a.until - b.until || oldestFirst(a, b));
    for (const { cents, owner = null, until } of others)
      take(
        cents,
        byOwner.get(owner)?.filter(({ at }) => at <= until),
      );
    return left;
  }
}
