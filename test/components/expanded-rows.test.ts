import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import '../../src/index.ts';
import { adoptPageStyles } from '../../src/components/page-styles.ts';
import { creditWire, sampleMember, type Member } from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import { loaded, openService, page } from '../support/component-page.ts';
import { ALL_READS } from '../support/component-states.ts';

adoptPageStyles();

/** A member with more records than elements show at first. */
function member(): Member {
  const one = sampleMember();
  one.credits = [1, 2, 3, 4].map((id) => creditWire(id, 'Gift card', {}));
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

const ELEMENTS = ['rewards', 'benefits', 'achievements', 'credits'] as const;

describe('an expanded element whose page says its number of rows', () => {
  for (const name of ELEMENTS)
    for (const width of [360, 1280])
      it(`moves nothing below it: ${name}, ${width} px`, async () => {
        await resize({ width });
        const one = member();
        const show = async (rows: number) => {
          const service = openService(one);
          const holds = ALL_READS.map((read) => service.hold(read));
          const box = document.createElement(`loyalty-${name}`) as LitElement & { expanded: boolean };
          box.expanded = true;
          if (rows) box.style.setProperty(`--loyalty-${name}-rows`, `${rows}`);
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
          return { rows: box.shadowRoot!.querySelectorAll('.row').length, moved: below() - before };
        };
        const { rows, moved } = await show(0);
        expect(moved, 'twin: with the usual number of rows').to.be.above(0);
        expect((await show(rows)).moved).to.equal(0);
      });
});
