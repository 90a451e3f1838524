import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LitElement } from 'lit';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { sampleMember } from '../../support/component-member.ts';
import { allElements, closeService, openService, shownText, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../../support/every-element.ts';

/** What a browser's translation does: it puts each text into two elements, also inside open shadow roots. */
function translate(root: ParentNode): void {
  for (const element of [root as Element, ...allElements(root)])
    for (const scope of [element, element.shadowRoot ?? element])
      for (const node of [...scope.childNodes])
        if (node instanceof Text && node.data.trim() && scope instanceof Node) wrap(node);
}

function wrap(node: Text): void {
  const { parentElement } = node;
  if (parentElement?.matches('style, font')) return;
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  outer.append(inner);
  node.replaceWith(outer);
  inner.append(node.data.replace(/point/g, 'punkt'));
}

describe('elements after a translation tool has replaced their texts', () => {
  const main = document.createElement('main');
  afterEach(() => {
    closeService();
    main.remove();
  });

  it('show new points, and keep the other translated texts', async () => {
    const member = sampleMember();
    const service = openService(member);
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>
      <loyalty-balance></loyalty-balance><loyalty-balance variant="card"></loyalty-balance><loyalty-status></loyalty-status><loyalty-panel></loyalty-panel>`;
    document.body.append(main);
    const elements = [...main.querySelectorAll<LitElement>(':not(loyalty-provider)')];
    await until(() => elements.every((one) => shownText(one).includes('2,480')), 'the points');
    translate(main);
    expect(shownText(elements[0]!)).to.equal('2,480 punkts');
    service.alter(profileBalances, (body) => JSON.parse(JSON.stringify(body).replaceAll('2480', '2180')));
    await main.querySelector('loyalty-provider')!.refresh();
    await until(() => elements.every((one) => shownText(one).includes('2,180')), 'the new points').catch(
      () => {},
    );
    expect(elements.map((one) => /2,\d80/.exec(shownText(one))?.[0])).to.deep.equal(
      elements.map(() => '2,180'),
    );
    expect(shownText(elements[0]!)).to.equal('2,180 punkts');
  });

  it('load again, sign out and are removed without an error', async () => {
    const member = sampleMember();
    openService(member);
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${htmlOf(SHOWN_ELEMENTS)}`;
    document.body.append(main);
    const elements = [...main.querySelectorAll<LitElement>(':not(loyalty-provider)')];
    await until(() => elements.every((one) => !one.matches(':state(loading)')), 'loaded');
    translate(main);
    await main.querySelector('loyalty-provider')!.refresh();
    translate(main);
    main.querySelector('loyalty-provider')!.setCustomer();
    await until(() => elements.filter((one) => one.matches(':state(signed-out)')).length > 10, 'guests');
    await Promise.all(elements.map(({ updateComplete }) => updateComplete));
    expect(shownText(main)).not.to.include('2,480');
  });
});
