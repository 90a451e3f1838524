import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import '../../../src/components/page/live.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { profileTier, storefrontToken } from '../../../src/services/contract/endpoints/index.ts';
import { json } from '../../support/component-answers.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, loaded, openService, page, shownText, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

const nextMacrotask = () => new Promise((resolve) => setTimeout(resolve));
const TIER = html`<loyalty-tier></loyalty-tier>`;
const { documentElement } = document;

describe('texts of the service in the language of the page', () => {
  let member: Member;
  let service: ComponentService;
  const before = documentElement.lang;

  beforeEach(() => {
    documentElement.lang = 'en';
    member = sampleMember();
    service = openService(member);
    service.answer(profileTier, ({ headers }) => {
      const name = `Silver in ${headers.get('Accept-Language')}`;
      return json({
        data: { points: 1_000, definition: { id: 1, name, points_required: 1_000 }, next: null },
      });
    });
  });
  afterEach(() => {
    closeService();
    documentElement.lang = before;
  });

  const tierOf = (provider: Element) => provider.querySelector('loyalty-tier')!;
  const asked = () => service.seen(profileTier).map(({ headers }) => headers.get('Accept-Language'));
  async function open(): Promise<LoyaltyProvider> {
    const provider = await page(TIER, member);
    await loaded(tierOf(provider));
    return provider;
  }
  const shows = (provider: Element, text: string) =>
    until(() => shownText(tierOf(provider)).includes(text), text);

  for (const [lang, language] of [
    ['de-at', 'de-AT'],
    ['', '*'],
    ['de_AT', '*'],
  ] as const)
    it(`are requested in ${language} where <html> has lang="${lang}"`, async () => {
      documentElement.lang = lang;
      await shows(await open(), `Silver in ${language}`);
      expect(asked()).to.deep.equal([language]);
      expect(service.seen(storefrontToken)[0]!.headers.get('Accept-Language')).to.equal(language);
    });

  it('are requested again when <html> changes its language', async () => {
    const provider = await open();
    documentElement.lang = 'de';
    await shows(provider, 'Silver in de');
    expect(asked()).to.deep.equal(['en', 'de']);
  });

  it('are those of the last language where it changes while a request is in flight', async () => {
    const releases: (() => void)[] = [];
    service.answer(profileTier, async ({ headers }) => {
      const language = headers.get('Accept-Language');
      await new Promise<void>((resolve) => releases.push(resolve));
      const definition = { id: 1, name: `Silver in ${language}`, points_required: 1_000 };
      return json({ data: { points: 1_000, definition, next: null } });
    });
    const provider = await page(TIER, member);
    await until(() => releases.length === 1, 'the first request');
    documentElement.lang = 'de';
    await until(() => releases.length === 2, 'the request in the new language');
    releases[1]!();
    await shows(provider, 'Silver in de');
    releases[0]!();
    await until(() => !!provider.loyalty!.cache.read()?.tier, 'the record');
    expect(shownText(tierOf(provider))).to.include('Silver in de');
  });

  it('are not requested again where only an element changes its language', async () => {
    const provider = await open();
    tierOf(provider).lang = 'fr';
    documentElement.lang = 'en';
    documentElement.lang = 'de';
    await shows(provider, 'Silver in de');
    expect(asked()).to.deep.equal(['en', 'de']);
  });

  it('are requested again where the page changes its language while it has no element', async () => {
    const provider = await open();
    const element = tierOf(provider);
    element.remove();
    documentElement.lang = 'de';
    provider.append(element);
    await shows(provider, 'Silver in de');
  });

  it('are requested again where the page changes its language while it has no provider', async () => {
    const provider = await open();
    const parent = provider.parentElement!;
    provider.remove();
    documentElement.lang = 'de';
    await nextMacrotask(); // the observer of `lang` has run
    parent.append(provider);
    await shows(provider, 'Silver in de');
  });

  it('are requested again where a script changes the language of a page that Back shows again', async () => {
    const provider = await open();
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    documentElement.lang = 'de';
    await nextMacrotask(); // the observer of `lang` has run, without a customer
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await shows(provider, 'Silver in de');
    expect(asked()).to.deep.equal(['en', 'de']);
  });

  it('are not stored where the page changes its language while they are requested', async () => {
    const release = service.hold(profileTier);
    const provider = await page(TIER, member);
    await until(() => asked().length === 1, 'the request');
    const saved: unknown[] = [];
    const { cache } = provider.loyalty!;
    const { save } = cache;
    Object.assign(cache, {
      save(addition: Parameters<typeof save>[0]) {
        if ('tier' in addition) saved.push(addition.tierLanguage);
        save(addition);
      },
    });
    documentElement.lang = 'de';
    await until(() => asked().length === 2, 'the request in the new language');
    release();
    await shows(provider, 'Silver in de');
    await until(() => saved.length > 0, 'the record');
    expect(saved).to.deep.equal(['de']);
  });

  it('are shown of the last page only where that had the same language', async () => {
    const first = await open();
    first.remove();
    const release = service.hold(profileTier);
    const same = await page(TIER, member);
    await tierOf(same).updateComplete;
    expect(shownText(tierOf(same))).to.include('Silver in en');
    same.remove();
    documentElement.lang = 'de';
    const other = await page(TIER, member);
    await tierOf(other).updateComplete;
    expect(shownText(tierOf(other))).not.to.include('Silver');
    release();
    await shows(other, 'Silver in de');
  });
});
