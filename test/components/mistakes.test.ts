import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyErrorCode, LoyaltyProvider } from '../../src/index.ts';
import {
  addListItem,
  profileBalances,
  proxyLogin,
  searchProfile,
  storefrontToken,
} from '../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../support/component-answers.ts';
import { sampleMember } from '../support/component-member.ts';
import {
  allElements,
  closeService,
  heard,
  openService,
  part,
  parts,
  textOf,
  until,
} from '../support/component-page.ts';
import { BASE_URL, type ComponentService } from '../support/component-service.ts';

const SIGNATURE = 'a'.repeat(64);
const RIGHT: Readonly<Record<string, string>> = {
  'base-url': BASE_URL,
  platform: 'shop',
  'customer-id': '1001',
  signature: SIGNATURE,
};

type Attributes = Readonly<Record<string, string | null>>;

/** A provider with right attributes but for these; `null` leaves one out. */
const provider = (changes: Attributes = {}): string => {
  const attributes = Object.entries({ ...RIGHT, ...changes })
    .filter((attribute): attribute is [string, string] => attribute[1] !== null)
    .map(([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`);
  return `<loyalty-provider ${attributes.join(' ')}></loyalty-provider>`;
};
const GUEST: Attributes = { 'customer-id': null, signature: null };
const BALANCE = '<loyalty-balance></loyalty-balance>';
const TIER = '<loyalty-tier></loyalty-tier>';
const heart = (id?: string): string =>
  `<loyalty-wishlist-button ${id === undefined ? '' : `product-id="${id}"`}></loyalty-wishlist-button>`;
const NO_POINTS = /^No points shown( Retry)? Your tier did not load\.( Try again)?$/;
const NO_POINTS_FOR_GOOD = /^No points shown Your tier did not load\.$/;

interface Row {
  readonly mistake: string;
  readonly markup: string;
  /** What the service does about it. */
  readonly service?: (service: ComponentService) => void;
  /** What the shopper or the page does. */
  readonly act?: (place: HTMLElement) => unknown;
  /** The one console line. */
  readonly line: RegExp;
  /** Of the `loyalty-error` event. */
  readonly code: LoyaltyErrorCode;
  /** All that the page shows then. */
  readonly shows: RegExp;
}

const press = (place: HTMLElement): void =>
  part(place.querySelector('loyalty-wishlist-button')!, 'button')!.click();

/** An element with wrong attributes: nothing is sent, so nothing can be tried again. */
const wrongSettings = (mistake: string, changes: Attributes, line: RegExp): Row => ({
  mistake,
  markup: provider(changes) + BALANCE + TIER,
  line,
  code: 'invalid_config',
  shows: NO_POINTS_FOR_GOOD,
});

const MISTAKES: readonly Row[] = [
  {
    mistake: 'a signature that the service refuses',
    markup: provider({ signature: 'b'.repeat(64) }) + BALANCE + TIER,
    line: /The service refused customer-id and signature \(status 401\)\. Sign exactly this customer-id with the secret of platform "shop"/,
    code: 'forbidden',
    shows: NO_POINTS_FOR_GOOD,
  },
  {
    mistake: 'a customer whom the service does not know',
    markup: provider({ 'customer-id': '9999' }) + BALANCE + TIER,
    line: /refused customer-id and signature \(status 401\).*check that the service knows this customer/,
    code: 'forbidden',
    shows: NO_POINTS_FOR_GOOD,
  },
  {
    mistake: 'a customer whom the service forbids',
    markup: provider() + BALANCE,
    service: (service) => service.answer(storefrontToken, () => refuse(403, 'Forbidden.')),
    line: /refused customer-id and signature \(status 403\)/,
    code: 'forbidden',
    shows: /^No points shown$/,
  },
  {
    mistake: 'a platform that the service does not know',
    markup: provider({ platform: 'shoop' }) + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, () => refuse(404, 'Not found.')),
    line: /The service does not know platform "shoop" with platform-version "v1" \(status 404\)/,
    code: 'not_found',
    shows: NO_POINTS,
  },
  {
    mistake: 'a base-url without /api',
    markup: provider({ 'base-url': 'https://api.acme.example.com' }) + BALANCE + TIER,
    line: /no token address at base-url https:\/\/api\.acme\.example\.com \(status 404\)\. base-url usually ends with \/api: try https:\/\/api\.acme\.example\.com\/api\./,
    code: 'not_found',
    shows: NO_POINTS,
  },
  {
    mistake: 'a service that does not allow the page (CORS)',
    markup: provider() + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, offline),
    line: new RegExp(
      `no answer from base-url https://api\\.acme\\.example\\.com/api\\..*allow the origin ${location.origin} at the service \\(CORS\\).*connect-src`,
    ),
    code: 'offline',
    shows: NO_POINTS,
  },
  {
    mistake: 'a service that allows the token request alone (CORS)',
    markup: provider({ 'profile-id': 'profile-1001' }) + BALANCE,
    service: (service) => service.answer(profileBalances, offline),
    line: /allow the origin .* at the service \(CORS\)/,
    code: 'offline',
    shows: /^No points shown Retry$/,
  },
  {
    mistake: 'a base-url where a website answers',
    markup: provider() + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, () => new Response('<!doctype html><h1>Shop</h1>')),
    line: /What answers at base-url https:\/\/api\.acme\.example\.com\/api gives no token: it is not the loyalty service/,
    code: 'bad_response',
    shows: NO_POINTS,
  },
  {
    mistake: 'a token request that the service refuses',
    markup: provider() + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, () => refuse(422, 'Wrong.', { id: ['Wrong.'] })),
    line: /The token address of the service refused the request \(status 422\)/,
    code: 'validation',
    shows: NO_POINTS,
  },
  {
    mistake: 'a customer without a profile',
    markup: provider() + BALANCE,
    service: (service) => service.answer(searchProfile, () => refuse(404, 'Not found.')),
    line: /The service has no profile for this customer \(status 404\)/,
    code: 'not_found',
    shows: /^No points shown Retry$/,
  },
  {
    mistake: 'the profile-id of somebody else',
    markup: provider({ 'profile-id': 'profile-1002' }) + BALANCE,
    line: /profile-id is "profile-1002", which is not the profile of this customer at the service \(status 404\)/,
    code: 'not_found',
    shows: /^No points shown Retry$/,
  },
  {
    mistake: 'a token without a customer',
    markup: provider(GUEST) + BALANCE,
    act: (place) => (place.querySelector('loyalty-provider')!.token = 'given'),
    line: /token is set without customer-id or profile-id.*Set profile-id/,
    code: 'invalid_config',
    shows: /^No points shown$/,
  },
  {
    mistake: 'a page without a provider',
    markup: BALANCE + TIER,
    line: /There is no <loyalty-provider> on this page.*Add one with base-url and platform, or with proxy-url/,
    code: 'invalid_config',
    shows: NO_POINTS_FOR_GOOD,
  },
  {
    mistake: 'two providers for two customers, where one is ignored',
    markup: provider() + provider({ 'customer-id': '1002' }) + BALANCE,
    line: /There are two <loyalty-provider> with different settings.*the other one is ignored/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  wrongSettings(
    'template code in customer-id: {{ … }}',
    { 'customer-id': '{{ customer.id }}' },
    /customer-id must be filled in by your shop's template: it still holds template code/,
  ),
  wrongSettings(
    'template code in platform: {% … %}',
    { platform: '{% if shop %}shop{% endif %}' },
    /platform must be filled in by your shop's template/,
  ),
  {
    mistake: 'template code in product-id',
    markup: provider() + heart('{{ product.id }}'),
    line: /product-id must be filled in by your shop's template/,
    code: 'invalid_config',
    shows: /^$/,
  },
  {
    mistake: 'no product-id',
    markup: provider() + heart(),
    act: press,
    line: /product-id is missing on a <loyalty-wishlist-button>/,
    code: 'invalid_config',
    shows: /^This product cannot be saved\.$/,
  },
  {
    mistake: 'a product-id that the service does not know',
    markup: provider() + heart('unknown'),
    service: (service) =>
      service.answer(addListItem, () =>
        refuse(422, 'The given data was invalid.', { product_id: ['There is no such product.'] }),
      ),
    act: press,
    line: /The service does not know product-id "unknown"/,
    code: 'validation',
    shows: /^There is no such product\.$/,
  },
  {
    mistake: 'messages that are not JSON',
    markup: provider({ messages: "{'Claim': 'Einlösen'}" }) + BALANCE,
    line: /messages is not a JSON object: no text was replaced/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  {
    mistake: 'messages with a key that no element uses',
    markup: provider({ messages: '{"Claim it": "Einlösen"}' }) + BALANCE,
    line: /messages has keys that no element uses: "Claim it"\. .*docs\/guides\/messages\.md/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  {
    mistake: 'messages without a text',
    markup: provider({ messages: '{"points": 5, "Claim": {"one": "Einlösen"}}' }) + BALANCE,
    line: /messages must have a text, or plural forms with "other", for each key\. Correct these: "points", "Claim"/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  {
    mistake: 'an account without proxy-url',
    markup: `${provider(GUEST)}<loyalty-account></loyalty-account>`,
    act: (place) => fillIn(place, '1001@example.com', 'pässword-1001'),
    line: /<loyalty-account> and signIn\(\) need proxy-url on <loyalty-provider>/,
    code: 'invalid_config',
    shows: /Nobody can sign in on this page\./,
  },
  {
    mistake: 'a proxy-url where no proxy is',
    markup: `<loyalty-provider proxy-url="https://shop.example.com/api"></loyalty-provider><loyalty-account></loyalty-account>`,
    service: (service) => service.answer(proxyLogin, () => refuse(404, 'Not found.')),
    act: (place) => fillIn(place, '1001@example.com', 'pässword-1001'),
    line: /There is no proxy at proxy-url https:\/\/shop\.example\.com\/api \(status 404\)/,
    code: 'not_found',
    shows: /You could not be signed in\./,
  },
  wrongSettings(
    'base-url and proxy-url',
    { 'proxy-url': 'https://shop.example.com/loyalty' },
    /Set proxy-url or base-url, not both/,
  ),
  wrongSettings(
    'a port in base-url',
    { 'base-url': 'https://api.acme.example.com:443/api' },
    /base-url must be an https address without a port/,
  ),
  wrongSettings(
    'http in base-url',
    { 'base-url': 'http://api.acme.example.com/api' },
    /base-url must be an https address/,
  ),
  wrongSettings('customer-id without signature', { signature: null }, /signature is missing/),
  wrongSettings('signed-at that is no time', { 'signed-at': 'today' }, /signed-at must be Unix seconds/),
  wrongSettings('signed-at with template code', { 'signed-at': '{{ now }}' }, /signed-at must be filled in/),
  wrongSettings('signature without customer-id', { 'customer-id': null }, /customer-id is missing/),
  wrongSettings(
    "the shop's secret for a signature",
    { signature: 's3cret' },
    /signature must be 64 lower-case hex digits/,
  ),
  wrongSettings(
    'an attribute that holds a secret',
    { 'client-secret': 's3cret' },
    /Take the attribute "client-secret" out/,
  ),
  wrongSettings('an unknown cache', { cache: 'session' }, /cache must be shared, tab or memory/),
  {
    ...wrongSettings('a token that is none', GUEST, /token is not a bearer token/),
    act: (place) => (place.querySelector('loyalty-provider')!.token = 'Bearer abc'),
  },
  wrongSettings(
    'tenant without service-domain',
    { 'base-url': null, tenant: 'acme' },
    /Set base-url, or tenant and service-domain/,
  ),
  wrongSettings('no platform', { platform: null }, /platform is missing/),
];

function fillIn(place: HTMLElement, email: string, password: string): void {
  const element = place.querySelector('loyalty-account')!;
  const input = (name: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  input('email').value = email;
  input('password').value = password;
  part(element, 'submit-button')!.click();
}

const settledIn = (place: HTMLElement): Promise<void> =>
  until(() => !allElements(place).some((element) => element.ariaBusy === 'true'), 'all is shown');

describe('a mistake', () => {
  let service: ComponentService;
  const { error } = console;
  let lines: string[];

  beforeEach(() => {
    service = openService(sampleMember(), sampleMember('1002'));
    lines = [];
    console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
  });
  afterEach(() => {
    console.error = error;
    closeService();
  });

  function open(markup: string): HTMLElement {
    const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
    place.insertAdjacentHTML('beforeend', markup);
    return place;
  }

  it('has a row for at least 24', () => {
    expect(new Set(MISTAKES.map(({ mistake }) => mistake)).size).to.be.at.least(24);
  });

  for (const { mistake, markup, service: prepare, act, line, code, shows } of MISTAKES) {
    it(`${mistake}: one console line, a loyalty-error event, and a state that is not the guest's`, async () => {
      prepare?.(service);
      const errors = heard('loyalty-error');
      const place = open(markup);
      if (act) {
        await aTimeout(0);
        await settledIn(place);
        act(place);
      }
      await until(
        () => lines.length && errors.some(({ detail }) => detail.error.code === code),
        'line, event',
      );
      await settledIn(place);
      await aTimeout(5); // time for a second line that must not come
      expect(lines.length, lines.join('\n')).to.equal(1);
      expect(lines[0])
        .to.match(/^loyalty-elements: /)
        .and.match(line);
      for (const secret of [SIGNATURE, 's3cret', 'Bearer abc', 'pässword'])
        expect(lines[0]).not.to.include(secret);
      expect(textOf(place)).to.match(shows);
      expect(textOf(place)).not.to.match(/Points for members|Sign in to see/);
    });
  }

  it('of a refused customer has no button that tries again, and asks once for each element', async () => {
    const place = open(provider({ signature: 'b'.repeat(64) }) + BALANCE + TIER);
    await aTimeout(0);
    await settledIn(place);
    expect([...place.children].slice(1).flatMap((element) => parts(element, 'retry-button'))).to.deep.equal(
      [],
    );
    expect(service.requests.filter((request) => !request.endsWith('/auth/token'))).to.deep.equal([]);
    await until(() => lines.length, 'the line');
  });

  it('of a heart is shown beside it, moves nothing, and is gone at the next press', async () => {
    service.answerOnce(addListItem, () =>
      refuse(422, 'Wrong.', { product_id: ['There is no such product.'] }),
    );
    const place = open(`${provider()}${heart('product-9')}<p>Text</p>`);
    const element = place.querySelector('loyalty-wishlist-button')!;
    await until(() => element.saved !== undefined, 'the list');
    const before = place.getBoundingClientRect().height;
    press(place);
    await until(() => part(element, 'problem'), 'the problem');
    expect(place.getBoundingClientRect().height).to.equal(before);
    expect(part(element, 'problem')).to.have.attribute('role', 'alert');
    press(place);
    await until(() => element.saved, 'saved');
    await element.updateComplete;
    expect(part(element, 'problem')).to.equal(undefined);
    // Its file may still load: written later, the line would be counted by the next test.
    await until(() => lines.length, 'the line');
  });
});

describe('no mistake', () => {
  let service: ComponentService;
  const { error } = console;
  let lines: string[];

  beforeEach(() => {
    service = openService(sampleMember());
    lines = [];
    console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
  });
  afterEach(() => {
    console.error = error;
    closeService();
  });

  async function open(changes: Attributes, act?: (provider: LoyaltyProvider) => unknown): Promise<string> {
    const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
    place.insertAdjacentHTML('beforeend', provider(changes) + BALANCE);
    await aTimeout(0);
    await settledIn(place);
    await act?.(place.querySelector('loyalty-provider')!);
    await place.querySelector('loyalty-balance')!.updateComplete;
    await settledIn(place);
    return textOf(place);
  }

  for (const [guest, changes] of Object.entries({
    'no customer-id': GUEST,
    'an empty customer-id': { 'customer-id': '', signature: '' },
    'an empty customer-id with the signature of the empty text': { 'customer-id': '', signature: SIGNATURE },
  } satisfies Record<string, Attributes>)) {
    it(`a guest with ${guest} is a guest, and nothing is reported`, async () => {
      const errors = heard('loyalty-error');
      expect(await open(changes)).to.equal('Points for members');
      expect([lines, errors, service.requests]).to.deep.equal([[], [], []]);
    });
  }

  it('a customer who signs out is a guest, and nothing is reported', async () => {
    expect(await open({}, (element) => element.signOut())).to.equal('Points for members');
    expect(lines).to.deep.equal([]);
  });

  it('a session that has ended at the service is a guest, and nothing is reported', async () => {
    service.answer(profileBalances, () => refuse(401, 'Unauthenticated.'));
    const proxy = { ...GUEST, 'base-url': null, platform: null, 'proxy-url': BASE_URL };
    const text = await open(proxy, (element) => element.signIn('1001@example.com', 'pässword-1001'));
    expect(text).to.equal('Points for members');
    expect(lines).to.deep.equal([]);
  });

  for (const status of [429, 500, 503]) {
    it(`a service that answers ${status} is no mistake of the page`, async () => {
      service.answer(storefrontToken, () => refuse(status, 'Later.'));
      expect(await open({})).to.match(/^No points shown/);
      expect(lines).to.deep.equal([]);
    });
  }

  it('two providers of one customer, and messages that are right, are not reported', async () => {
    const messages = JSON.stringify({ points: { one: 'Punkt', other: 'Punkte' } });
    const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
    place.insertAdjacentHTML('beforeend', provider({ messages }) + provider() + BALANCE);
    await until(() => textOf(place) === '2,480 Punkte', 'the points');
    // What is reported about a second provider is reported after a second.
    await aTimeout(1_100);
    expect(lines).to.deep.equal([]);
  });
});
