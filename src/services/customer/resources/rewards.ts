import { profileRewards, rewardDefinitions } from '../../contract/endpoints/first-requests.ts';
import { browse } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { allowedLists } from './allowed-lists.ts';
import type * as Steps from './reward-steps.ts';
import type { TextLanguages } from './tier.ts';
import { integer, readId, record, text, type Id } from '../../transport/read.ts';
import {
  isOffered,
  isUsed,
  requireValue,
  readEnd,
  readRecords,
  truth,
  webAddress,
} from '../../transport/read-records.ts';

/** A reward that can be claimed: a definition (spec 1 rule 6). */
export interface RewardOffer {
  readonly id: Id;
  readonly name: string;
  readonly languages?: TextLanguages | undefined;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  /** A kind such as `delivery`, for which an icon is drawn. A symbol such as `€` is not shown. */
  readonly icon: string | undefined;
  /** Points for one claim, a whole number: of a reward with steps, those of the smallest claim or of the chosen steps. */
  readonly pointsCost: number;
  /** The customer chooses how many steps a claim has; `undefined` for a reward of one price. */
  readonly steps?: Steps.RewardSteps | undefined;
  /** What the customer has chosen; without it a claim has the fewest steps. */
  readonly chosen?: ChosenSteps | undefined;
  /** The smallest total of a purchase with it, where the service sends one. */
  readonly minimumSpend: MinimumSpend | undefined;
  /** Why the customer cannot claim it, apart from missing points; `undefined` if there is no such reason. */
  readonly refusal: { readonly message: string | undefined } | undefined;
}

/** The steps of one claim. */
export interface ChosenSteps {
  readonly count: number;
  /** What they are worth together. */
  readonly worth: Steps.Worth;
}

export interface MinimumSpend {
  readonly amount: number;
  /** ISO 4217; `undefined`: that of the page. */
  readonly currency: string | undefined;
}

/** A claimed reward: an instance. */
export interface OwnedReward {
  readonly id: Id;
  readonly definitionId: Id | undefined;
  readonly name: string;
  readonly languages?: TextLanguages | undefined;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  readonly icon: string | undefined;
  readonly code: string | undefined;
  /** What a reward with steps is worth; `undefined` for others. */
  readonly worth?: Steps.Worth | undefined;
  readonly expiresAt: Date | undefined;
  readonly minimumSpend: MinimumSpend | undefined;
}

export interface Rewards {
  /** Claimed rewards that are not used and not expired, newest first. */
  readonly owned: readonly OwnedReward[];
  readonly offers: readonly RewardOffer[];
  /** Whether an offer has steps, or an owned reward an amount. */
  readonly hasSteps?: boolean;
}

/** GET rewards of the profile (spec 1 rule 5) and GET reward definitions, in parallel. */
export const rewards: ResourceDefinition<Rewards> = {
  key: 'rewards',
  async load(loyalty) {
    const id = await loyalty.profileId();
    const [owned, offers] = await allowedLists(loyalty, [
      [profileRewards.id, browse(loyalty, profileRewards, { id })],
      [rewardDefinitions.id, browse(loyalty, rewardDefinitions, {})],
    ]);
    const { report } = loyalty;
    const steps = [...owned, ...offers].some(hasSteps) ? await import('./reward-steps.ts') : undefined;
    const readable = readRecords(rewardDefinitions.id, offers, (wire) => readOffer(wire, steps), report);
    const offerOf = (wire: unknown) =>
      readable.find(({ id }) => String(id) === text(record(wire).reward_definition_id));
    return {
      owned: readRecords(profileRewards.id, owned, (wire) => readOwned(wire, offerOf(wire), steps), report),
      offers: readable,
      hasSteps: !!steps,
    };
  },
};

/** Whether a definition has steps, or a claimed reward an amount: most programmes have none, and need no readers for them. */
function hasSteps(wire: unknown): boolean {
  const { step_amount, step_currency, amount } = record(wire);
  return (step_amount ?? step_currency ?? amount ?? null) !== null;
}

function readOffer(wire: unknown, readers: typeof Steps | undefined): RewardOffer | undefined {
  const fields = record(wire);
  const { id, name, points_cost, eligibility } = fields;
  if (!isOffered(fields)) return undefined;
  const { claimable, reason, message } = record(eligibility);
  return {
    id: requireValue(readId(id), 'id', id),
    name: requireValue(text(name), 'name', name),
    languages: record(fields['text_languages']),
    pointsCost: requireValue(integer(points_cost), 'points_cost', points_cost),
    description: text(fields.short_description),
    imageUrl: webAddress(fields.image_url),
    icon: text(fields.icon),
    minimumSpend: readMinimum(fields),
    // Missing points are calculated from the balance, which is newer than this response after a claim.
    refusal:
      truth(claimable, 'eligibility.claimable') === false && reason !== 'points'
        ? { message: text(message) }
        : undefined,
    ...readers?.readSteps(fields),
  };
}

/** `offer` is used for a record without its definition, `readers` for one with an amount. */
export function readOwned(
  wire: unknown,
  offer: RewardOffer | undefined,
  readers: typeof Steps | undefined,
): OwnedReward | undefined {
  const { id: rawId, definition, reward_definition_id, code, expires_at, redeemed_at } = record(wire);
  const { name: rawName, short_description, image_url, icon, text_languages } = record(definition);
  const expiresAt = readEnd(expires_at, 'expires_at');
  if (isUsed(redeemed_at) || (expiresAt && expiresAt.getTime() < Date.now())) return undefined;
  return {
    id: requireValue(readId(rawId), 'id', rawId),
    definitionId: readId(reward_definition_id),
    name: requireValue(text(rawName) ?? offer?.name, 'definition.name', rawName),
    languages: { ...offer?.languages, ...record(text_languages) },
    description: text(short_description) ?? offer?.description,
    imageUrl: webAddress(image_url) ?? offer?.imageUrl,
    icon: text(icon) ?? offer?.icon,
    code: text(code),
    expiresAt,
    minimumSpend: readMinimum(record(definition)) ?? offer?.minimumSpend,
    ...readers?.readWorth(record(wire)),
  };
}

/** The interface names no such field: as `value` of a credit, a whole number or decimal text. */
function readMinimum({
  minimum_spend,
  currency,
}: Readonly<Record<string, unknown>>): MinimumSpend | undefined {
  const amount = Number(minimum_spend ?? NaN);
  return amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? { amount, currency: text(currency) } : undefined;
}
