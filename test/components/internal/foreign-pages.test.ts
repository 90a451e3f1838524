import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LitElement } from 'lit';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, openService, shownText, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';

describe('elements on a page of somebody else', () => {
  const main = document.createElement('main');
  afterEach(() => {
    closeService();
    main.remove();
  });

  function draw(markup: string): void {
    const member = sampleMember();
    openService(member);
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${markup}<iframe></iframe>`;
    document.body.append(main);
  }

  it('have their styles inside an iframe to which a script has moved them, and back in the page', async () => {
    draw('<loyalty-balance variant="card"></loyalty-balance><loyalty-status></loyalty-status>');
    const elements = [...main.querySelectorAll<LitElement>('loyalty-balance, loyalty-status')];
    const displays = () =>
      elements.map((one) => {
        const inner = one.shadowRoot!.querySelector('[part~=base], .base, [part~=name]')!;
        const { display, fontSize } = one.ownerDocument.defaultView!.getComputedStyle(inner);
        return [one.shadowRoot!.adoptedStyleSheets.length, display, fontSize].join(' ');
      });
    await until(() => elements.every((one) => shownText(one).includes('2,480')), 'loaded');
    const before = displays();
    const frame = main.querySelector('iframe')!.contentDocument!;
    frame.body.append(...elements);
    await until(() => displays()[0]!.startsWith(before[0]![0]!), 'styles in the iframe');
    expect(frame.defaultView!.getComputedStyle(elements[0]!).display).to.equal('block');
    main.append(...elements);
    await until(() => displays().join() === before.join(), 'styles in the page').catch(() => {});
    expect(displays()).to.deep.equal(before);
  });

  it('know a product by an id with blanks around it', async () => {
    draw('<loyalty-wishlist-button product-id="\n product-3 "></loyalty-wishlist-button>');
    const heart = main.querySelector('loyalty-wishlist-button')!;
    await until(() => heart.saved !== undefined, 'the list');
    expect([heart.productId, heart.saved]).to.deep.equal(['product-3', true]);
  });
});
