import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyErrorCode, LoyaltyProvider } from '../../../src/index.ts';
import {
  addListItem,
  profileBalances,
  proxyLogin,
  searchProfile,
  storefrontToken,
} from '../../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  allElements,
  closeService,
  eventsOf,
  openService,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { slotOf } from '../../../src/services/index.ts';
import { BASE_URL, type ComponentService } from '../../support/component-service.ts';

const SIGNATURE = 'a'.repeat(64);
const VALID: Readonly<Record<string, string>> = {
  'base-url': BASE_URL,
  platform: 'shop',
  'customer-id': '1001',
  signature: SIGNATURE,
};

type Attributes = Readonly<Record<string, string | null>>;

/** A provider with valid attributes except for these; `null` removes one. */
const provider = (changes: Attributes = {}): string => {
  const attributes = Object.entries({ ...VALID, ...changes })
    .filter((attribute): attribute is [string, string] => attribute[1] !== null)
    .map(([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`);
  return `<loyalty-provider ${attributes.join(' ')}></loyalty-provider>`;
};
const GUEST: Attributes = { 'customer-id': null, signature: null };
const BALANCE = '<loyalty-balance></loyalty-balance>';
const TIER = '<loyalty-tier></loyalty-tier>';
const wishlistButton = (id?: string): string =>
  `<loyalty-wishlist-button ${id === undefined ? '' : `product-id="${id}"`}></loyalty-wishlist-button>`;
/** With the sentence of an outage, if the page was idle meanwhile. */
const NO_POINTS =
  /^Points aren’t available right now( Try again)?( Parts of this page couldn’t be loaded\. Try again in a moment\.)? Couldn’t load your tier\.( Try again)?$/;
const NO_POINTS_NO_RETRY = /^Points aren’t available right now Couldn’t load your tier\.$/;

interface Row {
  readonly problem: string;
  readonly markup: string;
  /** How the service answers. */
  readonly service?: (service: ComponentService) => void;
  /** Action of the shopper or the page. */
  readonly act?: (place: HTMLElement) => unknown;
  /** The single console line. */
  readonly line: RegExp;
  /** Code of the `loyalty-error` event. */
  readonly code: LoyaltyErrorCode;
  /** Text of the page afterwards. */
  readonly shows: RegExp;
}

const press = (place: HTMLElement): void =>
  part(place.querySelector('loyalty-wishlist-button')!, 'heart-button')!.click();

/** Elements with an invalid provider: no request is sent, so there is no retry button. */
const invalidSettings = (problem: string, changes: Attributes, line: RegExp): Row => ({
  problem,
  markup: provider(changes) + BALANCE + TIER,
  line,
  code: 'invalid_config',
  shows: NO_POINTS_NO_RETRY,
});

const MISCONFIGURATIONS: readonly Row[] = [
  {
    problem: 'a signature that the service refuses',
    markup: provider({ signature: 'b'.repeat(64) }) + BALANCE + TIER,
    line: /The service refused customer-id and signature \(status 401\)\. Sign exactly this customer-id with the secret of platform "shop"/,
    code: 'forbidden',
    shows: NO_POINTS_NO_RETRY,
  },
  ...(
    [
      ['25 hours old', -25 * 3_600, /signed-at is 25 hours old, .*for each page/],
      ['two hours ahead', 2 * 3_600, /signed-at is 2 hours ahead of this clock: .*Unix seconds/],
      ['of now', 0, /Sign exactly this customer-id, a dot and signed-at with the secret of platform "shop"/],
    ] as const
  ).map(([age, seconds, line]) => ({
    problem: `a refused signature whose time is ${age}`,
    markup:
      provider({ signature: 'b'.repeat(64), 'signed-at': String(Math.round(Date.now() / 1_000) + seconds) }) +
      BALANCE +
      TIER,
    line,
    code: 'forbidden' as const,
    shows: NO_POINTS_NO_RETRY,
  })),
  {
    problem: 'a refused signature whose time is in milliseconds',
    markup: provider({ signature: 'b'.repeat(64), 'signed-at': '1763770000123' }) + BALANCE + TIER,
    line: /signed-at is in milliseconds \(1763770000123\): write Unix seconds \(1763770000\)/,
    code: 'forbidden',
    shows: NO_POINTS_NO_RETRY,
  },
  {
    problem: 'a customer whom the service does not know',
    markup: provider({ 'customer-id': '9999' }) + BALANCE + TIER,
    line: /refused customer-id and signature \(status 401\).*check that the service knows this customer/,
    code: 'forbidden',
    shows: NO_POINTS_NO_RETRY,
  },
  {
    problem: 'a customer whom the service forbids',
    markup: provider() + BALANCE,
    service: (service) => service.answer(storefrontToken, () => refuse(403, 'Forbidden.')),
    line: /refused customer-id and signature \(status 403\)/,
    code: 'forbidden',
    shows: /^Points aren’t available right now$/,
  },
  {
    problem: 'a platform that the service does not know',
    markup: provider({ platform: 'shoop' }) + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, () => refuse(404, 'Not found.')),
    line: /The service does not know platform "shoop" with platform-version "v1" \(status 404\)/,
    code: 'not_found',
    shows: NO_POINTS,
  },
  {
    problem: 'a base-url without /api',
    markup: provider({ 'base-url': 'https://api.acme.example.com' }) + BALANCE + TIER,
    line: /no token address at base-url https:\/\/api\.acme\.example\.com \(status 404\)\. base-url usually ends with \/api: try https:\/\/api\.acme\.example\.com\/api\./,
    code: 'not_found',
    shows: NO_POINTS,
  },
  {
    problem: 'a service that does not allow the page (CORS)',
    markup: provider() + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, offline),
    line: new RegExp(
      `no answer from base-url https://api\\.acme\\.example\\.com/api\\..*allow the origin ${location.origin} at the service \\(CORS\\).*connect-src`,
    ),
    code: 'offline',
    shows: NO_POINTS,
  },
  {
    problem: 'a service that allows the token request alone (CORS)',
    markup: provider({ 'profile-id': 'profile-1001' }) + BALANCE,
    service: (service) => service.answer(profileBalances, offline),
    line: /allow the origin .* at the service \(CORS\)/,
    code: 'offline',
    shows: /^Points aren’t available right now Try again$/,
  },
  {
    problem: 'a base-url where a website answers',
    markup: provider() + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, () => new Response('<!doctype html><h1>Shop</h1>')),
    line: /The server at base-url https:\/\/api\.acme\.example\.com\/api gives no token: it is not the loyalty service/,
    code: 'bad_response',
    shows: NO_POINTS,
  },
  {
    problem: 'a token request that the service refuses',
    markup: provider() + BALANCE + TIER,
    service: (service) => service.answer(storefrontToken, () => refuse(422, 'Wrong.', { id: ['Wrong.'] })),
    line: /The token address of the service refused the request \(status 422\)/,
    code: 'validation',
    shows: NO_POINTS,
  },
  {
    problem: 'a customer without a profile',
    markup: provider() + BALANCE,
    service: (service) => service.answer(searchProfile, () => refuse(404, 'Not found.')),
    line: /The service has no profile for this customer \(status 404\)/,
    code: 'not_found',
    shows: /^Points aren’t available right now Try again$/,
  },
  {
    problem: 'the profile-id of another customer',
    markup: provider({ 'profile-id': 'profile-1002' }) + BALANCE,
    line: /nothing at an address of profile-id "profile-1002" \(status 404\).*If the profile is not of this customer, leave profile-id out/,
    code: 'not_found',
    shows: /^Points aren’t available right now Try again$/,
  },
  {
    problem: 'a token without a customer',
    markup: provider(GUEST) + BALANCE,
    act: (place) => (place.querySelector('loyalty-provider')!.token = 'given'),
    line: /token is set without customer-id or profile-id.*Set profile-id/,
    code: 'invalid_config',
    shows: /^Points aren’t available right now$/,
  },
  {
    problem: 'a page without a provider',
    markup: BALANCE + TIER,
    line: /There is no <loyalty-provider> on this page.*Add one with base-url and platform, or with proxy-url/,
    code: 'invalid_config',
    shows: NO_POINTS_NO_RETRY,
  },
  {
    problem: 'two providers for two customers, where one is ignored',
    markup: provider() + provider({ 'customer-id': '1002' }) + BALANCE,
    line: /Of <loyalty-provider> with different settings only the first is used .* Not used: number 2\./,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  invalidSettings(
    'template code in customer-id: {{ … }}',
    { 'customer-id': '{{ customer.id }}' },
    /customer-id must be filled in by your shop's template: it still holds template code/,
  ),
  invalidSettings(
    'template code in platform: {% … %}',
    { platform: '{% if shop %}shop{% endif %}' },
    /platform must be filled in by your shop's template/,
  ),
  {
    problem: 'template code in product-id',
    markup: provider() + wishlistButton('{{ product.id }}'),
    line: /product-id must be filled in by your shop's template/,
    code: 'invalid_config',
    shows: /^$/,
  },
  {
    problem: 'no product-id',
    markup: provider() + wishlistButton(),
    act: press,
    line: /product-id is missing on a <loyalty-wishlist-button>/,
    code: 'invalid_config',
    shows: /^This product can’t be saved\.$/,
  },
  {
    problem: 'a product-id that the service does not know',
    markup: provider() + wishlistButton('unknown'),
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
    problem: 'messages that are not JSON',
    markup: provider({ messages: "{'Claim': 'Einlösen'}" }) + BALANCE,
    line: /messages is not a JSON object: no text was replaced/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  {
    problem: 'messages with a key that no element uses',
    markup: provider({ messages: '{"Claim it": "Einlösen"}' }) + BALANCE,
    line: /messages has keys that no element uses: "Claim it" \(nearest: "Claim it\?"\)\. .*docs\/guides\/messages\.md/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  {
    problem: 'messages without a text',
    markup: provider({ messages: '{"points": 5, "Claim": {"one": "Einlösen"}}' }) + BALANCE,
    line: /messages must have a text, or plural forms with "other", for each key\. Correct these: "points", "Claim"/,
    code: 'invalid_config',
    shows: /^2,480 points$/,
  },
  {
    problem: 'an account without proxy-url',
    markup: `${provider(GUEST)}<loyalty-account></loyalty-account>`,
    act: (place) => fillIn(place, '1001@example.com', 'pässword-1001'),
    line: /<loyalty-account> and signIn\(\) need proxy-url on <loyalty-provider>/,
    code: 'invalid_config',
    shows: /Sign-in isn’t set up on this page\./,
  },
  {
    problem: 'a proxy-url where no proxy is',
    markup: `<loyalty-provider proxy-url="https://shop.example.com/api"></loyalty-provider><loyalty-account></loyalty-account>`,
    service: (service) => service.answer(proxyLogin, () => refuse(404, 'Not found.')),
    act: (place) => fillIn(place, '1001@example.com', 'pässword-1001'),
    line: /There is no proxy at proxy-url https:\/\/shop\.example\.com\/api \(status 404\)/,
    code: 'not_found',
    shows: /We couldn’t sign you in\./,
  },
  invalidSettings(
    'base-url and proxy-url',
    { 'proxy-url': 'https://shop.example.com/loyalty' },
    /Set proxy-url or base-url, not both/,
  ),
  invalidSettings(
    'a port in base-url',
    { 'base-url': 'https://api.acme.example.com:443/api' },
    /base-url must be an https address without a port/,
  ),
  invalidSettings(
    'http in base-url',
    { 'base-url': 'http://api.acme.example.com/api' },
    /base-url must be an https address/,
  ),
  invalidSettings('customer-id without signature', { signature: null }, /signature is missing/),
  invalidSettings('signed-at that is no time', { 'signed-at': 'today' }, /signed-at must be Unix seconds/),
  invalidSettings(
    'signed-at with template code',
    { 'signed-at': '{{ now }}' },
    /signed-at must be filled in/,
  ),
  invalidSettings('signature without customer-id', { 'customer-id': null }, /customer-id is missing/),
  invalidSettings(
    "the shop's secret for a signature",
    { signature: 's3cret' },
    /signature must be 64 lower-case hex digits/,
  ),
  invalidSettings(
    'an attribute that holds a secret',
    { 'client-secret': 's3cret' },
    /Take the attribute "client-secret" out/,
  ),
  invalidSettings('an unknown cache', { cache: 'session' }, /cache must be shared, tab or memory/),
  {
    ...invalidSettings('a token that is none', GUEST, /token is not a bearer token/),
    act: (place) => (place.querySelector('loyalty-provider')!.token = 'Bearer abc'),
  },
  invalidSettings(
    'tenant without service-domain',
    { 'base-url': null, tenant: 'acme' },
    /Set base-url, or tenant and service-domain/,
  ),
  invalidSettings('no platform', { platform: null }, /platform is missing/),
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

describe('misconfiguration', () => {
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

  it('is tested in at least 24 kinds', () => {
    expect(new Set(MISCONFIGURATIONS.map(({ problem }) => problem)).size).to.be.at.least(24);
  });

  for (const { problem, markup, service: prepare, act, line, code, shows } of MISCONFIGURATIONS) {
    it(`${problem}: writes one console line, fires loyalty-error and shows a state other than signed-out`, async () => {
      prepare?.(service);
      const errors = eventsOf('loyalty-error');
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
      await aTimeout(5); // wait for a second line that must not be written
      expect(lines.length, lines.join('\n')).to.equal(1);
      expect(lines[0])
        .to.match(/^loyalty-elements: /)
        .and.match(line);
      for (const secret of [SIGNATURE, 's3cret', 'Bearer abc', 'pässword'])
        expect(lines[0]).not.to.include(secret);
      expect(shownText(place)).to.match(shows);
      expect(shownText(place)).not.to.match(/Members earn points|Sign in to see/);
    });
  }

  it('of a refused customer shows no retry button and sends one request per element', async () => {
    const place = open(provider({ signature: 'b'.repeat(64) }) + BALANCE + TIER);
    await aTimeout(0);
    await settledIn(place);
    expect([...place.children].slice(1).flatMap((element) => parts(element, 'retry-button'))).to.deep.equal(
      [],
    );
    expect(service.requests.filter((request) => !request.endsWith('/auth/token'))).to.deep.equal([]);
    await until(() => lines.length, 'the line');
  });

  it('of a wishlist button is shown below it, moves nothing, and disappears at the next press', async () => {
    service.answerOnce(addListItem, () =>
      refuse(422, 'Wrong.', { product_id: ['There is no such product.'] }),
    );
    const place = open(`${provider()}${wishlistButton('product-9')}<p>Text</p>`);
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
    // The diagnostic file may still be loading: the next test would count a line that is written later.
    await until(() => lines.length, 'the line');
  });
});

describe('page without misconfiguration', () => {
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
    return shownText(place);
  }

  for (const [guest, changes] of Object.entries({
    'no customer-id': GUEST,
    'an empty customer-id': { 'customer-id': '', signature: '' },
    'an empty customer-id with the signature of the empty text': { 'customer-id': '', signature: SIGNATURE },
  } satisfies Record<string, Attributes>)) {
    it(`with ${guest} shows a guest and reports nothing`, async () => {
      const errors = eventsOf('loyalty-error');
      expect(await open(changes)).to.equal('Members earn points');
      expect([lines, errors, service.requests]).to.deep.equal([[], [], []]);
    });
  }

  it('shows a guest after the customer signed out and reports nothing', async () => {
    expect(await open({}, (element) => element.signOut())).to.equal('Members earn points');
    expect(lines).to.deep.equal([]);
  });

  it('shows a guest after the session ended at the service and reports nothing', async () => {
    service.answer(profileBalances, () => refuse(401, 'Unauthenticated.'));
    const proxy = { ...GUEST, 'base-url': null, platform: null, 'proxy-url': BASE_URL };
    const text = await open(proxy, (element) => element.signIn('1001@example.com', 'pässword-1001'));
    expect(text).to.equal('Members earn points');
    expect(lines).to.deep.equal([]);
  });

  for (const status of [429, 500, 503]) {
    it(`reports nothing when the service answers ${status}`, async () => {
      service.answer(storefrontToken, () => refuse(status, 'Later.'));
      expect(await open({})).to.match(/^Points aren’t available right now/);
      expect(lines).to.deep.equal([]);
    });
  }

  it('reports nothing for two providers of one customer and valid messages', async () => {
    const messages = JSON.stringify({ points: { one: 'Punkt', other: 'Punkte' } });
    const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
    place.insertAdjacentHTML('beforeend', provider({ messages }) + provider() + BALANCE);
    await until(() => shownText(place) === '2,480 Punkte', 'the points');
    // A second provider is reported after one second.
    await aTimeout(1_100);
    expect(lines).to.deep.equal([]);
  });
});

describe('empty customer-id where another page has signed a customer in', () => {
  const { error } = console;
  let lines: string[];

  beforeEach(() => {
    openService(sampleMember());
    localStorage.setItem(slotOf(BASE_URL), JSON.stringify({ owner: 'customer of another page' }));
    lines = [];
    console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
  });
  afterEach(() => {
    console.error = error;
    closeService();
    localStorage.removeItem(slotOf(BASE_URL));
  });

  /** Opens a page of a guest with another provider, and waits until the providers were checked: the one without effect is reported. */
  async function openGuest(guest: Attributes, other: Attributes = { platform: 'other', ...GUEST }) {
    const errors = eventsOf('loyalty-error');
    const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
    place.insertAdjacentHTML(
      'beforeend',
      provider({ ...GUEST, 'customer-id': '', ...guest }) + provider(other) + BALANCE,
    );
    await until(
      () => errors.some(({ detail }) => /Not used: number 2/.test(detail.error.message)),
      'the check',
    );
    expect(shownText(place)).to.equal('Members earn points');
    return lines.filter((line) => line.includes('was not taken'));
  }
  const stored = () => localStorage.getItem(slotOf(BASE_URL));

  it('with signed-at of now writes nothing, and signs the customer out', async () => {
    expect(await openGuest({ 'signed-at': String(Math.floor(Date.now() / 1_000)) })).to.deep.equal([]);
    expect(stored()).not.to.include('customer of another page');
  });

  it('writes nothing where the customer is that of another provider of the page', async () => {
    expect(await openGuest({ 'signed-at': String(Math.floor(Date.now() / 1_000)) }, {})).to.deep.equal([]);
    expect(stored()).not.to.include('customer of another page');
  });

  // After the others: each line is written once on a page.
  it('writes a console line for each such provider, and leaves the customer signed in', async () => {
    const notTaken = await openGuest({});
    expect(
      notTaken.map((line) => /The empty customer-id of <loyalty-provider> number (\d)/.exec(line)?.[1]),
    ).to.deep.equal(['1', '2']);
    expect(notTaken[0]).to.match(/a customer is signed in in this browser.*print signed-at beside it/);
    expect(stored()).to.include('customer of another page');
  });
});
