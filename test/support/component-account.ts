import { fixture, html } from '@open-wc/testing';
import type { LoyaltyProvider } from '../../src/index.ts';
import { sampleMember } from './component-member.ts';
import { loaded, openService, part, shownText, until } from './component-page.ts';
import { BASE_URL } from './component-service.ts';

/** Password of the sample member at the proxy. The letter outside ASCII is intended. */
export const PASSWORD = 'pässword-1001';

/** A page with the form and a balance over the open service. A second call is the next page of the tab. */
export async function accountPage() {
  const provider = await fixture<LoyaltyProvider>(html`
    <loyalty-provider lang="en-US" proxy-url=${BASE_URL}>
      <loyalty-account></loyalty-account>
      <loyalty-balance></loyalty-balance>
    </loyalty-provider>
  `);
  const element = await loaded(provider.querySelector('loyalty-account')!);
  const input = (name: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  return {
    provider,
    element,
    input,
    balance: () => shownText(provider.querySelector('loyalty-balance')!),
    async signIn(email = '1001@example.com', password = PASSWORD): Promise<void> {
      input('email').value = email;
      input('password').value = password;
      part(element, 'submit-button')!.click();
      await element.updateComplete;
      const busy = () => part(element, 'submit-button')?.getAttribute('aria-disabled') === 'true';
      await until(() => !busy(), 'the answer');
      await element.updateComplete;
    },
    signedIn: () => until(() => part(element, 'sign-out-button'), 'the way out'),
  };
}

/** A guest's first page with a new service. */
export async function openAccount() {
  const service = openService(sampleMember());
  return { service, ...(await accountPage()) };
}
