import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { LitElement, TemplateResult } from 'lit';
import '../../../src/index.ts';
import { openAccount } from '../../support/component-account.ts';
import { sampleMember, SHARE } from '../../support/component-member.ts';
import {
  closeService,
  focused,
  loaded,
  openService,
  page,
  part,
  until,
} from '../../support/component-page.ts';

// A mistake is heard and found: its sentence is an alert that belongs to its field, which has the focus.

async function shown(content: TemplateResult, tag: string): Promise<LitElement> {
  const member = sampleMember();
  openService(member);
  const provider = await page(content, member);
  return loaded(provider.querySelector<LitElement>(tag)!);
}

/** Presses a control that opens a form. */
async function opened(element: LitElement, control: string): Promise<LitElement> {
  await until(() => part(element, control), control);
  part(element, control)!.click();
  await until(() => part(element, 'form'), 'the form');
  return element;
}

const FORMS: Readonly<Record<string, () => Promise<LitElement>>> = {
  'sign-in by password': async () => (await openAccount()).element,
  registration: async () => {
    const { element } = await openAccount();
    element.task = 'join';
    await element.updateComplete;
    return element;
  },
  'sign-in by code': async () => {
    const { element } = await openAccount();
    element.method = 'code';
    await until(() => element.shadowRoot!.querySelectorAll('input').length === 1, 'the form for a code');
    return element;
  },
  receipt: () => shown(html`<loyalty-receipt></loyalty-receipt>`, 'loyalty-receipt'),
  'new list': async () =>
    opened(await shown(html`<loyalty-lists></loyalty-lists>`, 'loyalty-lists'), 'new-button'),
  reservation: async () =>
    opened(
      await shown(html`<loyalty-shared-list share=${SHARE}></loyalty-shared-list>`, 'loyalty-shared-list'),
      'reserve-button',
    ),
};

describe('a mistake in a form', () => {
  afterEach(closeService);

  for (const [name, open] of Object.entries(FORMS))
    it(`of the ${name} is announced after Enter, and its field has the focus`, async () => {
      const element = await open();
      const root = element.shadowRoot!;
      const input = root.querySelector<HTMLInputElement>('form input')!;
      input.focus();
      await sendKeys({ press: 'Enter' });
      await until(() => root.querySelector('[aria-invalid=true]'), 'the invalid field');
      const invalid = root.querySelector<HTMLInputElement>('[aria-invalid=true]')!;
      await until(() => focused() === invalid, 'the focus');
      const problem = root.getElementById(invalid.getAttribute('aria-describedby')!)!;
      expect(problem.getAttribute('role')).to.equal('alert');
      expect(problem.textContent!.trim()).not.to.equal('');
      await expect(element).to.be.accessible();
    });
});
