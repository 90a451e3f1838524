import { tierDefinitions } from '../../contract/endpoints/first-requests.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { listIn } from '../../transport/paging.ts';
import { integer, record, text } from '../../transport/read.ts';
import { requireValue, readEach, readRecords, webAddress } from '../../transport/read-records.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { readTier, type Tier } from './tier.ts';

/** What guests see of the programme. The shop's page contains it, because nothing can be requested without a token. */
export interface Programme {
  /** The lowest first. */
  readonly tiers: readonly Tier[];
  readonly rewards: readonly ProgrammeReward[];
}

export interface ProgrammeReward {
  readonly name: string;
  readonly pointsCost: number;
  readonly imageUrl: string | undefined;
}

/** More tiers than these are not shown. */
const MAX_TIERS = 12;

/**
 * GET tier definitions (spec 4.6; the reply is assumed), the lowest tier first; none if the request fails, because everything else can be shown
 * without them. Only the first page: programmes have few tiers.
 */
export const tiers: ResourceDefinition<readonly Tier[]> = {
  key: 'tiers',
  load: (loyalty) =>
    loyalty
      .profileId() // until then there is no preloaded request, which the call takes
      .then(() => loyalty.call(tierDefinitions, {}))
      .then((reply) =>
        inOrder(
          readRecords(tierDefinitions.id, listIn(reply, tierDefinitions.id), readWhole, loyalty.report),
        ),
      )
      .catch((thrown: unknown) => {
        const error = toLoyaltyError(thrown);
        if (error.code === 'bad_response' && error.status === undefined) loyalty.report(error);
        return [];
      }),
};

/** @throws LoyaltyError `bad_response` without a name and a threshold */
function readWhole(wire: unknown): Tier | undefined {
  const { name, points_required } = record(wire);
  requireValue(text(name), 'name', name);
  requireValue(integer(points_required), 'points_required', points_required);
  return readDefinition(wire);
}

/** Reads the programme that a page contains, and leaves out what is malformed. */
export function readProgramme(value: unknown): Programme {
  const { tiers: definitions, rewards } = record(value);
  return { tiers: readTiers(definitions), rewards: readEach(rewards, readReward) };
}

const readTiers = (definitions: unknown): Tier[] => inOrder(readEach(definitions, readDefinition));

const inOrder = (tiers: Tier[]): Tier[] =>
  tiers.sort((a, b) => a.pointsRequired - b.pointsRequired).slice(0, MAX_TIERS);

/** A missing description is replaced by the names of the benefits. `color` is the name of `primary_colour` in a page's own programme. */
function readDefinition(wire: unknown): Tier | undefined {
  const { benefits, color, description, primary_colour = color } = record(wire);
  const names = readEach(benefits, (benefit) => text(record(benefit).name));
  return readTier({ ...record(wire), primary_colour, description: description || names.join(' · ') });
}

function readReward(wire: unknown): ProgrammeReward | undefined {
  const { name: rawName, points_cost, image_url } = record(wire);
  const name = text(rawName);
  const pointsCost = integer(points_cost);
  return name && pointsCost !== undefined ? { name, pointsCost, imageUrl: webAddress(image_url) } : undefined;
}
