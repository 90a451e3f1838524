import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import '../../../src/index.ts';
import { item, sampleMember, sampleRegistry } from '../../support/component-member.ts';
import { resize } from '../../support/component-media.ts';
import { closeService, loaded, openService, page } from '../../support/component-page.ts';

const ELEMENTS = [
  {
    markup: html`<loyalty-registry list="our-wedding"></loyalty-registry>`,
    rows: { 360: 3, 768: 4, 1280: 4 },
  },
  {
    markup: html`<loyalty-shared-list share="registry-share-0123456789abcdefg"></loyalty-shared-list>`,
    rows: { 360: 4, 768: 4, 1280: 4 },
  },
];

describe('the box of a list', () => {
  afterEach(async () => {
    closeService();
    await resize({ width: 1280 });
  });

  for (const width of [360, 768, 1280] as const)
    for (const { markup, rows } of ELEMENTS)
      for (const more of [0, 6]) {
        const name = markup.strings[0]!.split(/[< ]/)[1]!;
        it(`of ${name} keeps its height, without unused room, at ${width} px with ${rows[width]} rows and ${more} more products`, async () => {
          await resize({ width });
          const member = sampleMember();
          const [first] = sampleRegistry().items!;
          const items = Array.from({ length: rows[width] + more }, (_, at) => ({
            ...first!,
            ...item(500 + at, 'A chair'),
          }));
          member.lists = [{ ...sampleRegistry(), items }];
          openService(member);
          const provider = await page(markup, member);
          const element = provider.querySelector<LitElement>(name)!;
          const reserved = element.offsetHeight;
          await loaded(element);
          expect(element.offsetHeight).to.equal(reserved);
          const root = element.shadowRoot!;
          const last = root.querySelector('.more') ?? [...root.querySelectorAll('.row')].at(-1)!;
          const unused = element.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
          expect(root.querySelectorAll('.row').length).to.equal(rows[width]);
          expect(!!root.querySelector('.more')).to.equal(more > 0);
          expect(unused).to.be.within(0, 24);
        });
      }
});
