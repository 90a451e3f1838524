import { expect, fixture, html } from '@open-wc/testing';
import { nothing, render } from 'lit';
import { HistoryChart } from '../../../src/components/history/history-chart.ts';
import type { HistoryEntry } from '../../../src/services/index.ts';

/** Entries of January 2031: the day with its hour, and the balance after it. */
const entries = (...all: (readonly [day: number, balance: number | undefined, hour?: number])[]) =>
  all.map(([day, balance, hour = 12]) => ({ at: new Date(2031, 0, day, hour), balance }) as HistoryEntry);

describe('the chart of a history', () => {
  let box: HTMLElement;
  const chart = new HistoryChart();
  const draw = (shown: readonly HistoryEntry[], language = 'en-US') => {
    render(chart.render(shown, language) ?? nothing, box);
    const [area, line] = [...box.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    return {
      area,
      line,
      label: box.querySelector('svg')?.getAttribute('aria-label'),
      rows: [...box.querySelectorAll('tbody tr')].map((row) =>
        [...row.children].map(({ textContent }) => textContent),
      ),
    };
  };
  beforeEach(async () => {
    box = await fixture(html`<div></div>`);
  });

  it('is a line of steps from the lowest to the highest balance, over the time between the days', () => {
    const { line, area } = draw(entries([1, 100], [2, 200], [3, 50]));
    expect(line).to.equal('M0 50H0V50H294V0H588V75H600');
    expect(area).to.equal(`${line}V100H0Z`);
  });

  it('begins at zero, or below it where the balance was', () => {
    expect(draw(entries([1, 100], [3, 200])).line).to.equal('M0 50H0V50H588V0H600');
    expect(draw(entries([1, -100], [3, 100])).line).to.equal('M0 100H0V100H588V0H600');
  });

  it('of one day, or without any points, is a line', () => {
    expect(draw(entries([1, 100])).line).to.equal('M0 0H0V0H600');
    expect(draw(entries([1, 0], [2, 0])).line).to.equal('M0 100H0V100H588V100H600');
  });

  it('has the balance at the end of each day, in words and as a table', () => {
    const { rows, label } = draw(entries([1, 100, 9], [1, 1_250, 18], [2, undefined], [3, 50]));
    expect(rows).to.deep.equal([
      ['January 1, 2031', '1,250'],
      ['January 3, 2031', '50'],
    ]);
    expect(label).to.equal(
      'Points from January 1, 2031 to January 3, 2031: lowest 50, highest 1,250, at the end 50',
    );
  });

  it('follows other entries and another language, and is not there without balances', () => {
    const all = entries([1, 1_250]);
    expect(draw(all).rows).to.deep.equal([['January 1, 2031', '1,250']]);
    expect(draw(all, 'de').rows).to.deep.equal([['1. Januar 2031', '1.250']]);
    expect(draw(entries([2, 5]), 'de').rows).to.deep.equal([['2. Januar 2031', '5']]);
    expect(draw(entries([1, undefined])).line).to.equal(undefined);
  });
});
