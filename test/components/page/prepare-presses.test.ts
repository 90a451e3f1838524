import { expect } from '@open-wc/testing';
import { preparePresses } from '../../../src/components/page/prepare-presses.ts';

describe('code behind the controls of an element', () => {
  it('is loaded when the page is idle, and once before a press, also of an element that was moved', () => {
    let calls = 0;
    const element = Object.assign(document.createElement('div'), { prepare: () => calls++ });
    preparePresses([element]);
    preparePresses([element]);
    expect(calls).to.equal(2);
    for (let press = 0; press < 2; press++) element.dispatchEvent(new Event('pointerover'));
    expect(calls).to.equal(3);
  });
});
