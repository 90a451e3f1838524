import { claimableProfileBenefits, profileBenefits } from '../../contract/endpoints/incentives/benefits.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { allPages } from '../../transport/paging.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { readEach, readIcon, webAddress } from '../../transport/read-records.ts';

/** What an offer and an owned benefit show of their definition. */
interface BenefitDetails {
  readonly name: string;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  /** One or two characters, such as `€`. */
  readonly icon: string | undefined;
}

/** A benefit that the customer can claim: a definition (spec 1 rule 6). */
export interface BenefitOffer extends BenefitDetails {
  readonly id: number;
  /** Points for one claim, a whole number. */
  readonly pointsCost: number;
}

/** A benefit of the customer: an instance. */
export interface OwnedBenefit extends BenefitDetails {
  readonly id: number;
  readonly definitionId: number | undefined;
  /** How to use it. */
  readonly instructions: string | undefined;
  /** How often it can still be used; `undefined` where the service does not say. */
  readonly usesLeft: number | undefined;
  /** How often a new one can be used. */
  readonly uses: number | undefined;
  readonly expiresAt: Date | undefined;
}

export interface Benefits {
  /** Benefits that are not used up and not expired; those that end first come first. */
  readonly owned: readonly OwnedBenefit[];
  readonly offers: readonly BenefitOffer[];
}

/** GET benefits of the profile, and those that it can claim (spec 4.6, paths and replies: G12, G4), in parallel. */
export const benefits: ResourceDefinition<Benefits> = {
  key: 'benefits',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const [owned, offers] = await Promise.all([
      allPages((query) => loyalty.call(profileBenefits, { profile, query })),
      allPages((query) => loyalty.call(claimableProfileBenefits, { profile, query })),
    ]);
    return {
      owned: readEach(owned, (wire) => readOwnedBenefit(wire)).sort((a, b) => end(a) - end(b)),
      offers: readEach(offers, readOffer).sort((a, b) => a.pointsCost - b.pointsCost),
    };
  },
};

function readOffer(wire: unknown): BenefitOffer | undefined {
  const { id: rawId, points_cost, is_published } = record(wire);
  const id = integer(rawId);
  const details = readDetails(wire);
  if (id === undefined || !details || is_published === false) return undefined;
  return { ...details, id, pointsCost: Math.max(0, integer(points_cost) ?? 0) };
}

/** `offer` is used for a record without its definition. */
export function readOwnedBenefit(wire: unknown, offer?: BenefitOffer): OwnedBenefit | undefined {
  const { id: rawId, definition, benefit_definition_id, uses_left, expires_at } = record(wire);
  const id = integer(rawId);
  const details = readDetails(definition) ?? offer;
  const usesLeft = integer(uses_left);
  const expiresAt = moment(expires_at);
  if (id === undefined || !details || (usesLeft ?? 1) < 1 || (expiresAt && expiresAt.getTime() < Date.now()))
    return undefined;
  const { long_description, description, terms_conditions, uses } = record(definition);
  return {
    name: details.name,
    description: details.description,
    imageUrl: details.imageUrl,
    icon: details.icon,
    id,
    definitionId: integer(benefit_definition_id),
    instructions:
      [text(long_description) ?? text(description), text(terms_conditions)].filter(Boolean).join('\n') ||
      undefined,
    usesLeft,
    uses: integer(uses),
    expiresAt,
  };
}

function readDetails(definition: unknown): BenefitDetails | undefined {
  const { name: rawName, short_description, image_url, icon } = record(definition);
  const name = text(rawName);
  return name
    ? {
        name,
        description: text(short_description),
        imageUrl: webAddress(image_url),
        icon: readIcon(icon),
      }
    : undefined;
}

/** Benefits without an end are the last ones. A number that can be subtracted, unlike `Infinity`. */
const end = ({ expiresAt }: OwnedBenefit): number => expiresAt?.getTime() ?? Number.MAX_VALUE;
