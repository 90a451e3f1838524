import { expect, fixture, html } from '@open-wc/testing';
import { nothing, render } from 'lit';
import { statusOf } from '../../../src/components/saved-products/item-status.ts';
import { renderReserve } from '../../../src/components/saved-products/list-rows.ts';
import { noteTextOf } from '../../../src/components/saved-products/note-text.ts';
import type { ListProduct, ProductDisplay } from '../../../src/services/index.ts';

const product = (more: object) =>
  ({ id: 1, productId: 'p', name: 'Lamp', ...more }) as unknown as ListProduct;

describe('a saved product', () => {
  const status = (more: object) => statusOf(product({ currency: 'EUR', ...more }) as ProductDisplay, 'en-US');

  it('says why it cannot be bought', () => {
    expect(status({ unavailable: 'sold-out' })).to.equal('Sold out');
    expect(status({ unavailable: 'discontinued' })).to.equal('This option is no longer sold');
    expect(status({ unavailable: 'sold-out', isGone: true })).to.equal(undefined);
  });

  for (const [savedPrice, price, less] of [
    ['89.00', '79.50', '€9.50'],
    ['1', '0.9', '€0.10'],
    ['0.30', '0.10', '€0.20'],
    ['999999999999.9999', '0', '€999,999,999,999.9999'],
    ['10.00', '10', undefined],
    ['10', '10.01', undefined],
    ['ten', '9', undefined],
    ['10', undefined, undefined],
    [undefined, '9', undefined],
    ['10.12345', '9', undefined],
    ['10.123400', '9', '€1.1234'],
  ] as const)
    it(`that was saved at ${savedPrice} and costs ${price} is ${less ?? 'not'} less`, () => {
      const sentence = status({ savedPrice, price });
      if (less === undefined) expect(sentence).to.equal(undefined);
      else expect(sentence).to.match(/ less than when you saved it$/);
      if (less !== undefined && !/\d{3},|1234/.test(less))
        expect(sentence).to.equal(`${less} less than when you saved it`);
    });

  it('has its priority and its note, where they are known', () => {
    expect(noteTextOf({ note: 'In blue', priority: 'high' })).to.equal('High priority · In blue');
    expect(noteTextOf({ note: 'In blue', priority: undefined })).to.equal('In blue');
    for (const priority of ['urgent', 'toString', undefined])
      expect(noteTextOf({ note: undefined, priority })).to.equal('');
  });
});

describe('the place of the button to reserve', () => {
  async function draw(more: object) {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    let opened = 0;
    render(renderReserve(product(more), 'en-US', () => void opened++) ?? nothing, box);
    box.querySelector('button')?.click();
    return {
      text: box.textContent.trim(),
      opened,
    };
  }

  it('has it while pieces are left, or how many are is not known', async () => {
    const button = { text: 'Reserve', opened: 1 };
    expect(await draw({ wanted: 2, reserved: 1, bought: 0 })).to.deep.equal(button);
    expect(await draw({ wanted: 2, bought: 0 })).to.deep.equal(button);
  });

  for (const [wanted, reserved, bought, text] of [
    [1, 1, 0, 'Reserved'],
    [1, 0, 1, 'Bought'],
    [2, 2, 0, 'All reserved'],
    [2, 1, 1, '1 of 2 reserved, 1 bought'],
    [2, 0, 2, '2 of 2 bought'],
    [2, 3, 0, 'All reserved'],
  ] as const)
    it(`says of ${wanted} wanted, ${reserved} reserved and ${bought} bought: ${text}`, async () => {
      expect(await draw({ wanted, reserved, bought })).to.deep.equal({
        text,
        opened: 0,
      });
    });

  it('is empty for a product that the shop no longer has', async () => {
    expect((await draw({ wanted: 2, reserved: 0, bought: 0, isGone: true })).text).to.equal('');
  });
});
