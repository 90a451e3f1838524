import { profileTier } from '../../contract/endpoints/first-requests.ts';
import { unreadable } from '../../transport/errors.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { integer, moment, record, text } from '../../transport/read.ts';

/** Of texts that are in another language than the page's: that language, by the name of the field (`text_languages`). */
export type TextLanguages = Readonly<Record<string, unknown>>;

export interface Tier {
  readonly name: string;
  readonly languages?: TextLanguages | undefined;
  /** Threshold in tier points. */
  readonly pointsRequired: number;
  /** `#rgb` or `#rrggbb`. */
  readonly color: string | undefined;
  /** What the tier brings. */
  readonly description: string | undefined;
}

/** The tier of a customer, and the way to the next one. */
export interface TierStanding {
  /** Tier points. */
  readonly points: number;
  /** `null` below the first tier, `undefined` where the service does not say it. */
  readonly current: Tier | null | undefined;
  readonly since: Date | undefined;
  /** `null` in the highest tier, `undefined` where the service does not say it. */
  readonly next: Tier | null | undefined;
  /** Points without which the tier ends on a day, where that is near. */
  readonly atRisk: { readonly points: number; readonly until: Date } | undefined;
}

/** GET tier of the profile (spec 4.6; path and reply are assumed). */
export const tier: ResourceDefinition<TierStanding> = {
  key: 'tier',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const tierLanguage = loyalty.environment.language;
    const { data } = record(await loyalty.call(profileTier, { profile }));
    const standing = readTierStanding(data);
    // Where the page has changed its language meanwhile, the answer may be in either, and it is loaded again.
    if (loyalty.environment.language === tierLanguage) loyalty.cache.save({ tier: data, tierLanguage });
    return standing;
  },
  // Names of tiers are in the language of the page that stored them. What the server wrote into this page is in its language.
  restore: (stored, loyalty) =>
    stored.tierLanguage === loyalty?.environment.language ? readTierStanding(stored.tier) : undefined,
};

/** @throws LoyaltyError `bad_response` without a whole number of points */
function readTierStanding(wire: unknown): TierStanding {
  const standing = record(wire);
  const points = integer(standing.points);
  if (points === undefined) throw unreadable('points', standing.points, profileTier.id);
  return {
    points,
    current: readKnown('definition', standing.definition),
    since: moment(standing.issued_at),
    next: readKnown('next', standing.next),
    atRisk: readRisk(standing),
  };
}

function readRisk({ is_at_risk, points_to_keep, ends_at }: Readonly<Record<string, unknown>>) {
  const [points, until] = [integer(points_to_keep), moment(ends_at)];
  return is_at_risk === true && points && until ? { points, until } : undefined;
}

/** A tier that is there and cannot be read is not "none": the customer would seem to have lost it. */
function readKnown(field: string, wire: unknown): Tier | null | undefined {
  if (wire === undefined || wire === null) return wire;
  const tier = readTier(wire);
  if (!tier) throw unreadable(field, wire, profileTier.id);
  return tier;
}

/** Reads a tier definition; `undefined` without a name and a threshold. */
export function readTier(wire: unknown): Tier | undefined {
  const { name: rawName, points_required, primary_colour, description, text_languages } = record(wire);
  const name = text(rawName);
  const pointsRequired = integer(points_required);
  return name && pointsRequired !== undefined
    ? {
        name,
        languages: record(text_languages),
        pointsRequired,
        color: hexColor(primary_colour),
        description: text(description),
      }
    : undefined;
}

/** A colour in hexadecimal digits. No other notation is accepted, because elements write it into a style. */
export const hexColor = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#([\da-f]{3}){1,2}$/i.test(value) ? value : undefined;
