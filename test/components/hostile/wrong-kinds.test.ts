import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { failOnUncaughtErrors, openHostile } from '../../support/component-hostile.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { everythingIn } from '../../support/component-page.ts';

/** Words of JavaScript that a shopper must not see. */
const PROGRAM_WORDS = /undefined|\bnull\b|NaN|\[object|Infinity|Invalid Date/;

const WRONG_KINDS: readonly unknown[] = [
  null,
  true,
  5,
  -5.5,
  1e300,
  '',
  ' ',
  'x'.repeat(10_000),
  [],
  {},
  [[]],
  { toString: 1 },
  '-1',
  '9'.repeat(400),
  '2024-13-45',
  '\u0000',
];

/** Path of every value in a record. */
function places(wire: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof wire !== 'object' || wire === null) return [path];
  return [path, ...Object.entries(wire).flatMap(([key, value]) => places(value, [...path, key]))];
}

function replaced(wire: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(wire)
    ? [...wire]
    : { ...(wire as object) };
  (copy as Record<string | number, unknown>)[key] = replaced((wire as never)[key], rest, value);
  return copy;
}

describe('hostile responses', () => {
  let member: Member;
  failOnUncaughtErrors();

  beforeEach(() => {
    member = sampleMember();
  });

  describe('with a value of a wrong type', () => {
    for (const record of [
      'points',
      'tier',
      'definitions',
      'rewards',
      'items',
      'benefits',
      'claimable',
      'achievements',
      'dates',
      'receipts',
    ] as const) {
      it(`anywhere in ${record} show no JavaScript words and no element fails`, async () => {
        member.definitions = member.definitions.slice(3);
        member.items = member.items!.slice(0, 1);
        const right = member[record];
        const provider = await openHostile(member);
        for (const path of places(right).slice(1)) {
          for (const wrong of WRONG_KINDS) {
            Object.assign(member, { [record]: replaced(right, path, wrong) });
            await provider.refresh();
            await Promise.all(
              [...provider.children].map((element) => (element as LoyaltyProvider).updateComplete),
            );
            for (const element of provider.children) {
              const found = PROGRAM_WORDS.exec(everythingIn(element));
              if (found)
                expect.fail(
                  `${element.localName} says ${found[0]} with ${JSON.stringify(wrong)} at ${path.join('.')}`,
                );
            }
          }
        }
      }).timeout(30_000);
    }
  });

  it('twin: are detected when such a word is on the page', async () => {
    member.tier = { points: 1, definition: { name: 'undefined', points_required: 0 } };
    const provider = await openHostile(member);
    expect(everythingIn(provider.querySelector('loyalty-tier')!)).to.match(PROGRAM_WORDS);
  });
});
