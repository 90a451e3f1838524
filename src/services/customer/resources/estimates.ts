import { estimateIncentives } from '../../contract/endpoints/incentives/points.ts';
import { unreadable } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { totalOf, type Earned, type Estimates, type Purchase, type PurchaseLine } from './purchase.ts';

/** Elements that are defined in one task ask within this time. */
const TOGETHER_MS = 16;
const MAX_LINES_PER_CALL = 100;

interface Waiting {
  readonly line: PurchaseLine;
  readonly alone: () => Promise<Earned>;
  readonly resolve: (earned: Earned | Promise<Earned>) => void;
}

/** The estimates of the customer (`POST /v3/incentives/estimate`); fails with `unauthenticated` for a guest. */
export const estimates: ResourceDefinition<Estimates> = {
  key: 'estimates',
  load: async (loyalty) => {
    await loyalty.profileId();
    return createEstimates(loyalty);
  },
};

export function createEstimates({ call }: Loyalty): Estimates {
  const known = new Map<string, Promise<Earned>>();
  const waiting = new Map<string | undefined, Waiting[]>();
  /** The service sends no points of items. */
  let onlyTotals = false;

  async function ask({ currency, lines }: Purchase): Promise<Readonly<Record<string, unknown>>> {
    const body = {
      total: totalOf(lines),
      ...(currency && { currency }),
      items: lines.map((line) => ({ ...line })),
    };
    return record(record(await call(estimateIncentives, { body })).data);
  }

  const total = async (purchase: Purchase): Promise<Earned> => {
    const answer = await ask(purchase);
    return { points: wholePoints(answer['points']), campaigns: campaignsOf(answer) };
  };

  /** The points of each line, with one call; `undefined` where the service does not send them. */
  async function askTogether(
    currency: string | undefined,
    lines: readonly PurchaseLine[],
  ): Promise<readonly (Earned | undefined)[]> {
    const { items } = await ask({ currency, lines });
    onlyTotals = !Array.isArray(items) || items.length !== lines.length;
    return onlyTotals
      ? []
      : lines.map((_, at) => {
          const item = record((items as unknown[])[at]);
          const points = integer(item['points']);
          return points === undefined ? undefined : { points, campaigns: campaignsOf(item) };
        });
  }

  async function send(currency: string | undefined): Promise<void> {
    const all = waiting.get(currency) ?? [];
    waiting.delete(currency);
    while (all.length) {
      const part = all.splice(0, MAX_LINES_PER_CALL);
      const asked =
        part.length > 1 && !onlyTotals
          ? askTogether(
              currency,
              part.map(({ line }) => line),
            )
          : undefined;
      part.forEach(({ alone, resolve }, at) =>
        resolve(asked ? asked.then((earned) => earned[at] ?? alone()) : alone()),
      );
    }
  }

  function together(purchase: Purchase, near: () => Promise<unknown>): Promise<Earned> {
    const { currency, lines } = purchase;
    return new Promise((resolve) => {
      if (!waiting.has(currency)) {
        waiting.set(currency, []);
        setTimeout(() => send(currency), TOGETHER_MS);
      }
      waiting.get(currency)!.push({
        line: lines[0]!,
        alone: async () => {
          if (onlyTotals) await near();
          return total(purchase);
        },
        resolve,
      });
    });
  }

  return {
    points(purchase, near) {
      const key = JSON.stringify(purchase);
      const earned =
        known.get(key) ?? (purchase.lines.length > 1 ? total(purchase) : together(purchase, near));
      known.set(key, earned);
      const forget = (): boolean => known.delete(key);
      // The next element, or change, asks again: after an error, and of a campaign, which may have ended.
      earned.then(({ campaigns }) => campaigns && forget(), forget);
      return earned;
    },
  };
}

const campaignsOf = ({ campaigns }: Readonly<Record<string, unknown>>): readonly unknown[] | undefined =>
  Array.isArray(campaigns) && campaigns.length ? campaigns : undefined;

/** @throws LoyaltyError `bad_response` */
function wholePoints(value: unknown): number {
  const points = integer(value);
  if (points === undefined) throw unreadable('points', value, estimateIncentives.id);
  return points;
}
