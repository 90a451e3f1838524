import {
  balanceOf,
  type AchievementDefinition,
  type BenefitDefinition,
  type EarnRule,
  type Id,
  type ImportantDate,
  type List,
  type ListDefinition,
  type ListItem,
  type Member,
  type PointEntry,
  type Place,
  type Product,
  type Purchase,
  type ReceiptClaim,
  type RewardDefinition,
  type TierDefinition,
} from './records.ts';

const DAY_MS = 86_400_000;

/** What a dialect decides about new records. */
interface Naming {
  /** The handle of the wishlist. */
  readonly wishes: string;
  id(kind: string, number: number): Id;
}

/** The records of one running service. Customer 1001 has something of everything, customer 1002 has just joined. */
export class World {
  readonly products: Product[];
  readonly places: Place[];
  readonly tiers: TierDefinition[];
  readonly rewardDefinitions: RewardDefinition[];
  readonly benefitDefinitions: BenefitDefinition[];
  readonly achievementDefinitions: AchievementDefinition[];
  readonly listDefinitions: ListDefinition[];
  readonly earnRules: EarnRule[];
  readonly members: Member[] = [];
  /** Every charge of points for a reward, in order: a test counts what pressing twice has cost. */
  readonly charges: { member: Id; reward: string; points: number }[] = [];
  readonly webhooks: Record<string, unknown>[] = [];
  #last = 100;

  constructor(
    readonly dialect: Naming,
    readonly now: () => Date,
  ) {
    const id = (kind: string): Id => this.id(kind);
    this.products = ['Oak Chair', 'Linen Throw', 'Brass Lamp', 'Clay Vase', 'Wool Rug', 'Ash Stool'].map(
      (name, at) => ({
        id: id('product'),
        externalId: `SKU-${String(4711 + at)}`,
        name,
        cents: 4_990 + at * 1_000,
      }),
    );
    this.places = [
      { id: 31, name: 'Quayside', externalId: 'shop-quayside' },
      { id: 32, name: 'Old Market', externalId: 'shop-market' },
    ];
    this.tiers = [
      ['copper', 'Copper', 0, '#b87333'],
      ['silver', 'Silver', 1_000, '#8a8d8f'],
      ['platinum', 'Platinum', 5_000, '#5b6770'],
    ].map(
      ([handle, name, fromPoints, colour]) =>
        ({ id: id('tier'), handle, name, fromPoints, colour }) as TierDefinition,
    );
    this.rewardDefinitions = [
      ['five-off', 'Five euro off', 500, 'published'],
      ['free-delivery', 'Free delivery', 200, 'published'],
      ['sofa', 'A whole sofa', 90_000, 'published'],
      ['summer-bag', 'Summer bag', 300, 'archived'],
      ['spring-mug', 'Spring mug', 100, 'draft'],
    ].map(
      ([handle, name, points, state]) =>
        ({
          id: id('reward definition'),
          handle,
          name,
          text: `About: ${String(name)}`,
          points,
          state,
        }) as RewardDefinition,
    );
    this.benefitDefinitions = [
      ['birthday-cake', 'Birthday cake'],
      ['early-sale', 'Early access to the sale'],
      ['workshop', 'Workshop seat'],
      ['board-dinner', 'Dinner with the board'],
    ].map(([handle, name]) => ({
      id: id('benefit definition'),
      handle: handle!,
      name: name!,
      text: `About: ${name!}`,
    }));
    this.achievementDefinitions = [
      ['three-shops', 'Visit three shops', 3, false],
      ['ten-orders', 'Ten orders', 10, false],
      ['old-contest', 'The contest of last year', 5, true],
    ].map(
      ([handle, name, target, archived]) =>
        ({
          id: id('achievement definition'),
          handle,
          name,
          text: `About: ${String(name)}`,
          target,
          archived,
        }) as AchievementDefinition,
    );
    this.listDefinitions = [
      { id: id('list definition'), handle: dialect.wishes, name: 'Things I like', kind: 'wishes' },
      { id: id('list definition'), handle: 'celebrations', name: 'Celebrations', kind: 'registry' },
      { id: id('list definition'), handle: 'rooms', name: 'Rooms', kind: 'style guide' },
    ];
    this.earnRules = [
      {
        id: id('point definition'),
        name: 'Every purchase',
        text: 'Two points for each euro',
        points: 2,
        per: 'euro',
      },
      {
        id: id('point definition'),
        name: 'Newsletter',
        text: 'Once, when you subscribe',
        points: 150,
        per: 'once',
      },
    ];
    this.#addWellKnownMember();
    this.addMember({ shopId: '1002', email: 'noel@example.com', firstName: 'Noël', lastName: 'Brandt' });
  }

  /** What the service knows now, for reads that are answered later. */
  copy(): World {
    const { dialect, now, ...known } = this;
    return Object.assign(Object.create(World.prototype) as World, structuredClone(known), { dialect, now });
  }

  id(kind: string): Id {
    return this.dialect.id(kind, (this.#last += 1));
  }

  /** Ids that the interface shows as integers in every service. */
  integer(): number {
    return (this.#last += 1);
  }

  ago(days: number): Date {
    return new Date(this.now().getTime() - days * DAY_MS);
  }

  member(shopId: string): Member {
    const found = this.members.find(({ identities }) =>
      identities.some(({ type, value }) => type === 'shop' && value === shopId),
    );
    if (!found) throw new Error(`There is no customer ${shopId}`);
    return found;
  }

  addMember(person: { shopId?: string; email: string; firstName: string; lastName: string }): Member {
    const member: Member = {
      id: this.id('profile'),
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      identities: [],
      entries: [],
      pendingPoints: 0,
      rewards: [],
      benefits: [],
      credits: [],
      achievements: [],
      dates: [],
      lists: [],
      purchases: [],
      claims: [],
      redemptions: [],
      events: [],
      joinedAt: this.now(),
    };
    if (person.shopId !== undefined)
      member.identities.push({ id: this.id('identity'), type: 'shop', value: person.shopId });
    member.identities.push({ id: this.id('identity'), type: 'email', value: person.email });
    this.members.push(member);
    return member;
  }

  addEntry(
    member: Member,
    points: number,
    reason: PointEntry['reason'],
    text: string,
    at = this.now(),
  ): void {
    member.entries.unshift({ id: this.id('entry'), points, reason, text, at });
  }

  addList(owner: Member, definition: ListDefinition, name: string, eventDay?: string): List {
    const list: List = {
      id: this.id('list'),
      owner,
      definition,
      handle: `${definition.handle}${owner.lists.some((other) => other.definition === definition) ? `-${String(this.integer())}` : ''}`,
      name,
      eventDay,
      items: [],
      shares: [],
    };
    owner.lists.push(list);
    return list;
  }

  addItem(list: List, product: Product, wanted = 1, note = ''): ListItem {
    const item = {
      id: this.id('item'),
      product,
      wanted,
      bought: 0,
      note,
      addedAt: this.now(),
      reservations: [],
    };
    list.items.push(item);
    return item;
  }

  share(list: List): void {
    list.shares.push({
      id: this.id('share'),
      handle: `x9${list.handle.length}qTz${String(this.integer())}`,
      list,
      at: this.now(),
    });
  }

  issueReward(member: Member, definition: RewardDefinition, days = 0): void {
    const issuedAt = this.ago(days);
    member.rewards.push({
      id: this.id('reward'),
      definition,
      code: `RW-${String(this.integer())}`,
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 60 * DAY_MS),
      usedAt: undefined,
    });
  }

  #addWellKnownMember(): void {
    const member = this.addMember({
      shopId: '1001',
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Okafor',
    });
    const [fiveOff, delivery] = this.rewardDefinitions as [RewardDefinition, RewardDefinition];
    // 39 entries: more than one page in every dialect. They add up to 2,280 points.
    for (let day = 39; day >= 2; day -= 1)
      this.addEntry(member, 70, 'purchase', `Order ${String(5_000 - day)}`, this.ago(day));
    this.addEntry(member, -380, 'reward', delivery.name, this.ago(1));
    if (balanceOf(member) !== 2_280) throw new Error('The sample has another balance than its tests expect');
    member.pendingPoints = 40;
    this.issueReward(member, fiveOff, 10);
    this.issueReward(member, delivery, 20);
    member.rewards[1]!.usedAt = this.ago(1);
    const states = ['claimable', 'held', 'used', 'out of reach'] as const;
    member.benefits = this.benefitDefinitions.map((definition, at) => ({
      id: this.id('benefit'),
      definition,
      state: states[at]!,
      expiresAt: this.ago(-30),
    }));
    member.credits = [
      ['Gift card', 'gift card', 5_000, 3_250, false],
      ['Goodwill', 'store credit', 1_000, 1_000, true],
    ].map(
      ([name, type, initialCents, remainingCents, locked]) =>
        ({
          id: this.integer(),
          name,
          type,
          number: `6006 ${String(this.integer())}`,
          initialCents,
          remainingCents,
          locked,
          issuedAt: this.ago(50),
          expiresAt: this.ago(-300),
        }) as Member['credits'][number],
    );
    member.achievements = this.achievementDefinitions.map((definition, at) => ({
      id: this.id('achievement'),
      definition,
      done: [3, 4, 1][at]!,
      achievedAt: at === 0 ? this.ago(12) : undefined,
    }));
    member.dates = [this.date('birthday', 'Birthday', '1990-05-14')];
    const wishes = this.addList(member, this.listDefinitions[0]!, 'Things I like');
    for (const product of this.products.slice(0, 3)) this.addItem(wishes, product);
    const registry = this.addList(member, this.listDefinitions[1]!, 'Our housewarming', '2027-03-20');
    const rug = this.addItem(registry, this.products[4]!, 2);
    rug.reservations.push({
      id: this.id('reservation'),
      quantity: 1,
      by: 'Uncle Ben',
      email: 'ben@example.com',
      at: this.ago(2),
    });
    this.addItem(registry, this.products[5]!, 4).bought = 1;
    this.share(registry);
    this.addItem(this.addList(member, this.listDefinitions[2]!, 'Living room'), this.products[3]!);
    member.purchases = this.products.slice(0, 4).map((product, at): Purchase => ({
      id: this.id('purchase'),
      receipt: `R-${String(880 + at)}`,
      cents: product.cents,
      at: this.ago(5 + at),
      place: this.places[at % 2]!,
      points: 70,
      lines: [{ id: this.id('line'), product, quantity: 1 }],
    }));
    member.claims = (['checking', 'approved', 'rejected'] as const).map((state, at) => ({
      ...this.claim(`R-99${String(at)}`, '2026-11-0' + String(at + 1), 2_500 + at),
      state,
      answer: state === 'rejected' ? 'This receipt belongs to somebody else.' : '',
    }));
    member.redemptions = [1, 3].map((days, at) => ({
      id: this.integer(),
      member,
      type: at === 0 ? ('credit' as const) : ('reward' as const),
      cents: 1_750,
      at: this.ago(days),
      place: this.places[at]!,
      credit: at === 0 ? member.credits[0] : undefined,
      receipt: `R-88${String(at)}`,
    }));
  }

  date(handle: string, name: string, day: string): ImportantDate {
    return { id: String(this.integer()), handle, name, day };
  }

  claim(receipt: string, day: string, cents: number | undefined): ReceiptClaim {
    return { id: this.id('claim'), receipt, cents, day, state: 'checking', answer: '', at: this.now() };
  }
}
