import { expect, fixture, html } from '@open-wc/testing';
import { renderTiers, tierSteps, type TierStep } from '../../../src/components/status/status-tiers.ts';
import type { Tier } from '../../../src/services/index.ts';

const tier = (name: string, pointsRequired: number) => ({ name, pointsRequired }) as Tier;
const [SHORE, HARBOUR, LIGHTHOUSE] = [tier('Shore', 0), tier('Harbour', 1_000), tier('Lighthouse', 5_000)];
const ALL = [LIGHTHOUSE!, SHORE!, HARBOUR!];
const stepsOf = (
  points: number,
  current: Tier | null | undefined,
  next: Tier | null | undefined,
  tiers = ALL,
) =>
  tierSteps({ points, current, next }, tiers).map(({ name, kind, share, missing, collected }) => [
    name,
    kind,
    share,
    missing,
    collected,
  ]);

describe('the tiers of a customer', () => {
  it('are reached, the own one, and to come, the lowest first', () => {
    expect(stepsOf(2_000, HARBOUR, LIGHTHOUSE)).to.deep.equal([
      ['Shore', 'reached', 1, undefined, undefined],
      ['Harbour', 'current', 0.25, undefined, 2_000],
      ['Lighthouse', 'to-come', 0, 3_000, undefined],
    ]);
  });

  it('are all to come below the first one, and complete in the highest', () => {
    expect(
      stepsOf(0, null, HARBOUR, [HARBOUR!, LIGHTHOUSE!]).map(([, kind, share]) => [kind, share]),
    ).to.deep.equal([
      ['to-come', 0],
      ['to-come', 0],
    ]);
    expect(
      stepsOf(9_000, LIGHTHOUSE, null).map(([, kind, share, , collected]) => [kind, share, collected]),
    ).to.deep.equal([
      ['reached', 1, undefined],
      ['reached', 1, undefined],
      ['current', 1, undefined],
    ]);
  });

  it('have the own and the next one where the definitions are not known', () => {
    expect(stepsOf(2_000, HARBOUR, LIGHTHOUSE, []).map(([name]) => name)).to.deep.equal([
      'Harbour',
      'Lighthouse',
    ]);
    expect(stepsOf(2_000, HARBOUR, LIGHTHOUSE, [HARBOUR!]).map(([name]) => name)).to.deep.equal([
      'Harbour',
      'Lighthouse',
    ]);
  });

  it('say what is collected and missing while it counts for the next one', () => {
    const ends = (points: number) =>
      stepsOf(points, HARBOUR, LIGHTHOUSE)
        .slice(1)
        .map(([, , share, missing, collected]) => [share, missing, collected]);
    expect(ends(0)).to.deep.equal([
      [0, undefined, undefined],
      [0, 5_000, undefined],
    ]);
    expect(ends(1)).to.deep.equal([
      [0, undefined, 1],
      [0, 4_999, undefined],
    ]);
    expect(ends(5_000)).to.deep.equal([
      [1, undefined, 5_000],
      [0, 0, undefined],
    ]);
    expect(ends(5_001)).to.deep.equal([
      [1, undefined, undefined],
      [0, 0, undefined],
    ]);
  });

  it('are reached with the keyboard where they do not fit, or may not', async () => {
    const list = async (count: number, isShort = false) => {
      const steps = Array.from({ length: count }, (_, at): TierStep => ({
        ...SHORE!,
        name: `${at}`,
        kind: at === 1 ? 'current' : 'to-come',
        share: 0.5,
      }));
      const box = await fixture(html`<div>${renderTiers(steps, 'en-US', true, isShort)}</div>`);
      return box.querySelector('ol')!;
    };
    expect((await list(3)).hasAttribute('tabindex')).to.equal(false);
    expect((await list(4)).getAttribute('tabindex')).to.equal('0');
    expect((await list(3, true)).getAttribute('tabindex')).to.equal('0');
    const marked = [...(await list(3)).children].map((one) => one.getAttribute('aria-current'));
    expect(marked).to.deep.equal([null, 'step', null]);
    expect((await list(1)).querySelector('rect')!.getAttribute('width')).to.equal('50%');
    const guests = await fixture(
      html`<div>${renderTiers([{ ...SHORE!, kind: 'to-come', share: 0 }], 'en-US', false)}</div>`,
    );
    expect(guests.querySelector('rect')!.getAttribute('width')).to.equal('100%');
  });
});
