import { claimableProfileBenefits, profileBenefits } from '../../contract/endpoints/incentives/benefits.ts';
import { browse } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { allowedLists } from './allowed-lists.ts';
import type { TextLanguages } from './tier.ts';
import { integer, readId, record, text, type Id } from '../../transport/read.ts';
import {
  isOffered,
  isUsed,
  requireValue,
  readEnd,
  readIcon,
  readRecords,
  truth,
  webAddress,
} from '../../transport/read-records.ts';

/** What an offer and an owned benefit show of their definition. */
interface BenefitDetails {
  readonly name: string;
  readonly languages?: TextLanguages | undefined;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  /** A kind such as `delivery`, for which an icon is drawn, or a symbol of one or two characters, such as `€`. */
  readonly icon: string | undefined;
}

/** A benefit that the customer can claim: a definition (spec 1 rule 6). */
export interface BenefitOffer extends BenefitDetails {
  readonly id: Id;
  /** Points for one claim, a whole number; `undefined` where the service does not say it. */
  readonly pointsCost: number | undefined;
}

/** A benefit of the customer: an instance. */
export interface OwnedBenefit extends BenefitDetails {
  readonly id: Id;
  readonly definitionId: Id | undefined;
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

/** GET benefits of the profile, and those that it can claim (spec 4.6; paths and replies are assumed), in parallel. */
export const benefits: ResourceDefinition<Benefits> = {
  key: 'benefits',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const [owned, offers] = await allowedLists(loyalty, [
      [profileBenefits.id, browse(loyalty, profileBenefits, { profile })],
      [claimableProfileBenefits.id, browse(loyalty, claimableProfileBenefits, { profile })],
    ]);
    return {
      owned: readRecords(profileBenefits.id, owned, (wire) => readOwnedBenefit(wire), loyalty.report).sort(
        (a, b) => end(a) - end(b),
      ),
      offers: readRecords(claimableProfileBenefits.id, offers, readOffer, loyalty.report).sort(
        (a, b) => (a.pointsCost ?? Infinity) - (b.pointsCost ?? Infinity) || 0,
      ),
    };
  },
};

function readOffer(wire: unknown): BenefitOffer | undefined {
  const fields = record(wire);
  const { id, points_cost } = fields;
  if (
    !isOffered(fields) ||
    truth(record(fields['eligibility'])['claimable'], 'eligibility.claimable') === false
  )
    return undefined;
  const { name } = fields;
  return {
    ...requireValue(readDetails(wire), 'name', name),
    id: requireValue(readId(id), 'id', id),
    pointsCost:
      points_cost === undefined || points_cost === null
        ? undefined
        : Math.max(0, requireValue(integer(points_cost), 'points_cost', points_cost)),
  };
}

/** `offer` is used for a record without its definition. */
export function readOwnedBenefit(wire: unknown, offer?: BenefitOffer): OwnedBenefit | undefined {
  const fields = record(wire);
  const { id: rawId, definition, benefit_definition_id, uses_left, expires_at } = fields;
  const usesLeft =
    uses_left === undefined || uses_left === null
      ? undefined
      : requireValue(integer(uses_left), 'uses_left', uses_left);
  const expiresAt = readEnd(expires_at, 'expires_at');
  // Some services list there what could be claimed, too.
  const isOwn =
    !isUsed(fields['redeemed_at']) &&
    truth(fields['is_claimed'], 'is_claimed') !== false &&
    !truth(fields['is_claimable'], 'is_claimable');
  if (!isOwn || (usesLeft ?? 1) < 1 || (expiresAt && expiresAt.getTime() < Date.now())) return undefined;
  const details = requireValue(readDetails(definition) ?? offer, 'definition.name', record(definition).name);
  const id = requireValue(readId(rawId), 'id', rawId);
  const { long_description, description, terms_conditions, uses } = record(definition);
  return {
    name: details.name,
    languages: {
      ...details.languages,
      instructions: details.languages?.[text(long_description) ? 'long_description' : 'description'],
    },
    description: details.description,
    imageUrl: details.imageUrl,
    icon: details.icon,
    id,
    definitionId: readId(benefit_definition_id),
    instructions:
      [text(long_description) ?? text(description), text(terms_conditions)].filter(Boolean).join('\n') ||
      undefined,
    usesLeft,
    uses: integer(uses),
    expiresAt,
  };
}

function readDetails(definition: unknown): BenefitDetails | undefined {
  const { name: rawName, short_description, image_url, icon, text_languages } = record(definition);
  const name = text(rawName);
  return name
    ? {
        name,
        languages: record(text_languages),
        description: text(short_description),
        imageUrl: webAddress(image_url),
        icon: readIcon(icon),
      }
    : undefined;
}

/** Benefits without an end are the last ones. A number that can be subtracted, unlike `Infinity`. */
const end = ({ expiresAt }: OwnedBenefit): number => expiresAt?.getTime() ?? Number.MAX_VALUE;
