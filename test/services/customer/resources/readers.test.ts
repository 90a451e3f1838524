import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResourceDefinition } from '../../../../src/services/customer/loyalty.ts';
import { balances } from '../../../../src/services/customer/resources/balances.ts';
import { rewards } from '../../../../src/services/customer/resources/rewards.ts';
import { tier } from '../../../../src/services/customer/resources/tier.ts';
import { wishlist } from '../../../../src/services/customer/resources/wishlist.ts';
import { json } from '../../../support/client-fetch.ts';
import {
  BALANCES,
  DEFINITION,
  ITEM,
  openLoyalty,
  PROFILE,
  REWARD,
  SIGNED_IN,
  TIER,
} from '../../../support/client-programme.ts';

const SETTINGS = { ...SIGNED_IN, profileId: PROFILE };
const WIRES: readonly [string, ResourceDefinition<unknown>, string, unknown][] = [
  ['balances', balances, `GET /v3/profiles/${PROFILE}/balances`, { data: BALANCES }],
  ['tier', tier, `GET /v3/profiles/${PROFILE}/tier`, { data: TIER }],
  [
    'owned rewards',
    rewards,
    `GET /v3/profiles/${PROFILE}/rewards`,
    { data: [REWARD], meta: { last_page: 1 } },
  ],
  ['offers', rewards, 'GET /v3/rewards/definitions', { data: [DEFINITION], meta: { last_page: 1 } }],
  ['the wishlist', wishlist, `GET /v3/profiles/${PROFILE}/lists/wishlist/items`, { data: [ITEM] }],
];
/** What may stand in the place of any field. */
const WRONG = [
  undefined,
  null,
  '',
  'x',
  '5',
  0,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  [null],
  {},
  { a: 1 },
  '<b>',
  '2026-02-30',
];

/** Every place in a JSON value, as a path of keys; the value itself is the empty path. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

/** A copy with another value at that place; `undefined` takes the field away. */
function changed(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = changed(copy[key], rest, other);
  return copy;
}

/** Loads the resource from that reply, and looks at every value that elements could show. */
async function checked(
  definition: ResourceDefinition<unknown>,
  route: string,
  reply: unknown,
): Promise<void> {
  const { loyalty } = openLoyalty({ [route]: () => json(reply ?? null) }, SETTINGS);
  const resource = loyalty.resource(definition);
  await resource.refresh();
  const { status, error, value } = resource.state;
  // A cause would be something that a reader threw by accident.
  if (status === 'error') expect([error?.code, error?.cause]).toEqual(['bad_response', undefined]);
  else expect(status).toBe('complete');
  showable(value);
}

function showable(value: unknown): void {
  if (value instanceof Date) expect(value.getTime()).not.toBeNaN();
  else if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
  else if (typeof value === 'string') expect(value).not.toMatch(/^(|NaN|undefined|null|\[object Object\])$/);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(showable);
  else expect(value).toBeUndefined();
}

describe.each(WIRES)('%s', (_name, definition, route, wire) => {
  it('with a field of any other type are read or a bad response, without a crash, NaN or undefined as text', async () => {
    for (const place of places(wire)) {
      for (const wrong of WRONG) await checked(definition, route, changed(wire, place, wrong));
    }
  });

  it('with unknown fields are read', async () => {
    const { loyalty } = openLoyalty({}, SETTINGS);
    await loyalty.resource(definition).refresh();
    const usual = loyalty.resource(definition).state.value;
    const more = openLoyalty({ [route]: () => json(changed(wire, ['__more'], { a: 1 })) }, SETTINGS);
    await more.loyalty.resource(definition).refresh();
    expect(more.loyalty.resource(definition).state).toMatchObject({ status: 'complete', value: usual });
  });

  it('with several fields of any type too', async () => {
    const wrong = fc.oneof(fc.constantFrom(...WRONG), fc.jsonValue({ maxDepth: 2 }));
    const changes = fc.array(fc.tuple(fc.constantFrom(...places(wire)), wrong), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (some) => {
        // Deeper places first: a place inside one that was replaced is gone.
        const order = [...some].sort(([one], [other]) => other.length - one.length);
        await checked(
          definition,
          route,
          order.reduce<unknown>((reply, [place, other]) => changed(reply, place, other), wire),
        );
      }),
      { numRuns: 200 },
    );
  });
});
