import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import '../../src/index.ts';
import { adoptPageStyles } from '../../src/components/page-styles.ts';
import { creditWire, definition, sampleMember, type Member } from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import { loaded, openService, page } from '../support/component-page.ts';
import { ALL_READS } from '../support/component-states.ts';

adoptPageStyles();

/** A member with more records than elements show at first. */
function member(short_description = 'An evening with bread and wine.'): Member {
  const one = sampleMember();
  one.credits = [1, 2, 3, 4].map((id) => creditWire(id, 'Gift card', {}));
  one.definitions = Array.from({ length: 9 }, (_, index) =>
    definition(index + 1, 'A tasting at the table of the potters, for two', 100 * index, {
      short_description,
    }),
  );
  const perk = { name: 'A perk', short_description: 'What it is', points_required: 100 };
  one.achievements = Array.from({ length: 6 }, (_, id) => ({
    id,
    achievement_definition_id: id,
    definition: perk,
    points: 40,
    completed_at: id % 2 ? '2024-09-30T00:00:00Z' : null,
  }));
  one.benefits = Array.from({ length: 6 }, (_, id) => ({ id, definition: { ...perk, id }, uses_left: 1 }));
  return one;
}

/** The markup, and the property with the number of rows. */
const ELEMENTS = [
  { name: 'rewards', property: '--loyalty-rewards-rows' },
  { name: 'rewards', layout: 'cards', property: '--loyalty-rewards-card-rows' },
  { name: 'benefits', property: '--loyalty-benefits-rows' },
  { name: 'achievements', property: '--loyalty-achievements-rows' },
  { name: 'credits', property: '--loyalty-credits-rows' },
] as const;

/** Number of rows, of which one of cards has several. */
const rowsOf = ({ shadowRoot }: Element): number =>
  new Set([...shadowRoot!.querySelectorAll('.row, .cell')].map((row) => row.getBoundingClientRect().top))
    .size;

describe('an expanded element whose page says its number of rows', () => {
  for (const { name, property, ...attributes } of ELEMENTS)
    for (const width of [360, 1280])
      it(`moves nothing below it: ${name} ${Object.values(attributes).join('')}, ${width} px`, async () => {
        await resize({ width });
        const one = member();
        const show = async (rows: number) => {
          const service = openService(one);
          const holds = ALL_READS.map((read) => service.hold(read));
          const box = document.createElement(`loyalty-${name}`) as LitElement & { expanded: boolean };
          box.expanded = true;
          for (const [attribute, value] of Object.entries(attributes)) box.setAttribute(attribute, value);
          if (rows) box.style.setProperty(property, `${rows}`);
          await page(
            html`<div>
              ${box}
              <p class="below">Below</p>
            </div>`,
            one,
          );
          await box.updateComplete;
          const below = () => box.nextElementSibling!.getBoundingClientRect().top;
          const before = below();
          for (const release of holds) release();
          await loaded(box);
          return { rows: rowsOf(box), moved: below() - before };
        };
        const { rows, moved } = await show(0);
        expect(moved, 'twin: with the usual number of rows').to.be.above(0);
        expect((await show(rows)).moved).to.equal(0);
      });

  for (const width of [320, 360, 600, 768, 1280])
    it(`moves nothing below cards whose descriptions are long: ${width} px`, async () => {
      await resize({ width });
      const one = member('An evening with bread, wine and stories of the potters of the valley. '.repeat(5));
      const rows = async (count: number) => {
        const service = openService(one);
        const holds = ALL_READS.map((read) => service.hold(read));
        const provider = await page(
          html`<div><loyalty-rewards layout="cards" expanded></loyalty-rewards></div>`,
          one,
        );
        const box = provider.querySelector('loyalty-rewards')!;
        if (count) box.style.setProperty('--loyalty-rewards-card-rows', `${count}`);
        await box.updateComplete;
        const before = box.offsetHeight;
        for (const release of holds) release();
        await loaded(box);
        return { count: rowsOf(box), grown: box.offsetHeight - before, box };
      };
      const { count } = await rows(0);
      const { grown, box } = await rows(count);
      expect(grown).to.equal(0);
      expect(box.shadowRoot!.querySelector('[part=description]')!.getAttribute('title')).to.contain('valley');
    });
});
