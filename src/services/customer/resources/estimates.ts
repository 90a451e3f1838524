import { estimateIncentives } from '../../contract/endpoints/incentives/points.ts';
import { unreadable } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { totalOf, type Estimates, type Purchase, type PurchaseLine } from './purchase.ts';

/** Elements that are defined in one task ask within this time. */
const TOGETHER_MS = 16;
const MAX_LINES_PER_CALL = 100;

interface Waiting {
  readonly line: PurchaseLine;
  readonly alone: () => Promise<number>;
  readonly resolve: (points: number | Promise<number>) => void;
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
  const known = new Map<string, Promise<number>>();
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

  const total = async (purchase: Purchase): Promise<number> => wholePoints((await ask(purchase)).points);

  /** The points of each line, with one call; `undefined` where the service does not send them. */
  async function askTogether(
    currency: string | undefined,
    lines: readonly PurchaseLine[],
  ): Promise<readonly (number | undefined)[]> {
    const { items } = await ask({ currency, lines });
    onlyTotals = !Array.isArray(items) || items.length !== lines.length;
    return onlyTotals ? [] : lines.map((_, at) => integer(record((items as unknown[])[at]).points));
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
        resolve(asked ? asked.then((points) => points[at] ?? alone()) : alone()),
      );
    }
  }

  function together(purchase: Purchase, near: () => Promise<unknown>): Promise<number> {
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
      const points =
        known.get(key) ?? (purchase.lines.length > 1 ? total(purchase) : together(purchase, near));
      known.set(key, points);
      points.catch(() => known.delete(key)); // the next element, or change, asks again
      return points;
    },
  };
}

/** @throws LoyaltyError `bad_response` */
function wholePoints(value: unknown): number {
  const points = integer(value);
  if (points === undefined) throw unreadable('points', value, estimateIncentives.id);
  return points;
}
