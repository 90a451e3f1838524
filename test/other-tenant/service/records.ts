/**
 * What the service knows, in words of its own: no dialect stores anything, a dialect only names and writes these records.
 * Amounts of money are whole cents, moments are `Date`s, ids are what the dialect makes (`Dialect.id`).
 */
export type Id = string | number;

export interface Product {
  id: Id;
  externalId: string;
  name: string;
  cents: number;
}

export interface Place {
  id: number;
  name: string;
  externalId: string;
}

export interface PointEntry {
  id: Id;
  points: number;
  reason: 'purchase' | 'reward' | 'gift' | 'expiry';
  text: string;
  at: Date;
}

export interface TierDefinition {
  id: Id;
  handle: string;
  name: string;
  fromPoints: number;
  colour: string;
}

export interface RewardDefinition {
  id: Id;
  handle: string;
  name: string;
  text: string;
  points: number;
  state: 'published' | 'draft' | 'archived';
}

export interface Reward {
  id: Id;
  definition: RewardDefinition;
  code: string;
  issuedAt: Date;
  expiresAt: Date;
  usedAt: Date | undefined;
}

export interface BenefitDefinition {
  id: Id;
  handle: string;
  name: string;
  text: string;
}

/** What a member sees of a benefit: it can be claimed, is held, was used, or cannot be had by this member at all. */
export interface Benefit {
  id: Id;
  definition: BenefitDefinition;
  state: 'claimable' | 'held' | 'used' | 'out of reach';
  expiresAt: Date;
}

export interface Credit {
  id: number;
  name: string;
  type: 'gift card' | 'store credit';
  number: string;
  initialCents: number;
  remainingCents: number;
  locked: boolean;
  issuedAt: Date;
  expiresAt: Date;
}

export interface AchievementDefinition {
  id: Id;
  handle: string;
  name: string;
  text: string;
  target: number;
  archived: boolean;
}

export interface Achievement {
  id: Id;
  definition: AchievementDefinition;
  done: number;
  achievedAt: Date | undefined;
}

export interface ImportantDate {
  id: string;
  handle: string;
  name: string;
  day: string;
}

export interface ListDefinition {
  id: Id;
  handle: string;
  name: string;
  kind: 'wishes' | 'registry' | 'style guide';
}

export interface ListItem {
  id: Id;
  product: Product;
  wanted: number;
  bought: number;
  note: string;
  addedAt: Date;
  reservations: Reservation[];
}

export interface Reservation {
  id: Id;
  quantity: number;
  by: string;
  email: string;
  at: Date;
}

export interface List {
  id: Id;
  owner: Member;
  definition: ListDefinition;
  handle: string;
  name: string;
  eventDay: string | undefined;
  items: ListItem[];
  shares: Share[];
}

export interface Share {
  id: Id;
  handle: string;
  list: List;
  at: Date;
}

/** A list as the holder of a share sees it. */
export interface SharedList {
  share: Share;
  /** False for `/no_profile`, where nothing says whose list it is. */
  withOwner: boolean;
}

export interface Purchase {
  id: Id;
  receipt: string;
  cents: number;
  at: Date;
  place: Place;
  points: number;
  lines: { id: Id; product: Product; quantity: number }[];
}

export interface ReceiptClaim {
  id: Id;
  receipt: string;
  cents: number | undefined;
  day: string;
  state: 'checking' | 'approved' | 'rejected';
  answer: string;
  at: Date;
}

/** The redemption record of the interface (2.3), which every dialect writes as it is shown. */
export interface Redemption {
  id: number;
  member: Member;
  type: 'reward' | 'credit' | 'point' | 'benefit';
  cents: number;
  at: Date;
  place: Place;
  credit: Credit | undefined;
  receipt: string;
}

export interface Identity {
  id: Id;
  type: 'shop' | 'email' | 'card';
  value: string;
}

export interface Member {
  id: Id;
  email: string;
  firstName: string;
  lastName: string;
  identities: Identity[];
  entries: PointEntry[];
  pendingPoints: number;
  rewards: Reward[];
  benefits: Benefit[];
  credits: Credit[];
  achievements: Achievement[];
  dates: ImportantDate[];
  lists: List[];
  purchases: Purchase[];
  claims: ReceiptClaim[];
  redemptions: Redemption[];
  events: { name: string; data: unknown }[];
  joinedAt: Date;
}

export interface Estimate {
  points: number;
  perLine: number[];
}

export interface EarnRule {
  id: Id;
  name: string;
  text: string;
  points: number;
  per: 'euro' | 'once';
}

export const balanceOf = (member: Member): number =>
  member.entries.reduce((sum, { points }) => sum + points, 0);
export const earnedBy = (member: Member): number =>
  member.entries.reduce((sum, { points }) => sum + Math.max(points, 0), 0);
export const isSame = (a: Id, b: unknown): boolean => String(a) === String(b);
