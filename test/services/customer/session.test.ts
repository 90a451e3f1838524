import { describe, expect, it } from 'vitest';
import { pendingSlotOf, slotOf } from '../../../src/services/customer/tokens/cache.ts';
import { createLoyalty, type Loyalty } from '../../../src/services/customer/loyalty.ts';
import type { Browser } from '../../../src/services/customer/environment.ts';
import { json, later, refusal, scriptedFetch, settled, type Sent } from '../../support/client-fetch.ts';
import { memoryStorage, tabWith, throwingStorage } from '../../support/client-storage.ts';

const PROXY = 'https://shop.example.com/api';
const SLOT = slotOf(PROXY);

/** A proxy whose answers to a login wait until the test gives them, and the pages that ask it. */
function openProxyPages(logoutAnswer = () => json(undefined, 204)) {
  const logins = new Map<string, ReturnType<typeof later<Response>>>();
  const scripted = scriptedFetch((sent) => {
    if (sent.path === '/login') {
      const [name = ''] = atob(sent.headers['authorization']!.slice(6)).split(':');
      const answer = later<Response>();
      logins.set(name, answer);
      return answer.promise;
    }
    if (sent.path === '/logout') return logoutAnswer();
    if (sent.path === '/create') return json({ data: { profile_id: 'p' } });
    const [, name] = /\/search-profile\/(.+)$/.exec(sent.path) ?? [];
    return name ? json({ data: { id: `profile-${name}` } }) : refusal(404);
  });
  /** A page: as the provider does, it makes a new epoch whenever the customer changes. */
  function page(browser: Browser | undefined) {
    const memory = {};
    let loyalty: Loyalty;
    const begin = (): void => {
      loyalty = createLoyalty(
        { proxyUrl: PROXY },
        { fetch: scripted.fetch, browser, memory, onCustomerChange: begin },
      );
    };
    begin();
    return {
      signIn: async (name: string) => (await loyalty.session()).signIn(name, 'password'),
      join: async (email: string) => (await loyalty.session()).join({ email, password: 'password' }),
      /** A sign-in whose file loads when `load` is called: the calls of a page may get it in another order. */
      request(name: string) {
        const attempt = loyalty.beginAttempt();
        return async () => (await loyalty.session(attempt)).signIn(name, 'password');
      },
      beginAttempt: () => loyalty.beginAttempt(),
      signOut: (everywhere?: boolean) => loyalty.signOut(everywhere),
      customer: () => loyalty.profileId().catch(({ code }: { code: string }) => code),
      /** Another tab has changed the customer. */
      look: begin,
    };
  }
  return {
    page,
    sent: scripted.sent,
    /** Answers a login that has been asked for. */
    async answer(name: string, response = json({ token: `token-of-${name}` })) {
      await settled();
      logins.get(name)!.resolve(response);
      await settled();
    },
    loggedOut: () =>
      scripted.sent.filter(({ path }) => path === '/logout').map(({ headers }) => headers['authorization']),
  };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('sign-ins that overlap', () => {
  it.each(['in one tab', 'in two tabs'])('%s, end as the one that was asked for last', async (where) => {
    const proxy = openProxyPages();
    const storage = memoryStorage();
    const first = proxy.page(tabWith(storage));
    const second = where === 'in one tab' ? first : proxy.page(tabWith(storage));
    const slow = codeOf(first.signIn('ann'));
    await settled();
    const quick = codeOf(second.signIn('ben'));
    await proxy.answer('ben');
    await proxy.answer('ann');
    expect([await slow, await quick]).toEqual(['aborted', 'done']);
    first.look();
    second.look();
    expect([await first.customer(), await second.customer()]).toEqual(['profile-ben', 'profile-ben']);
    expect(JSON.stringify([...storage.kept])).not.toContain('ann');
    expect([...storage.kept.keys()]).toEqual([SLOT]);
  });

  it('twin: where tabs do not see each other’s marks in storage, the late sign-in wins', async () => {
    const proxy = openProxyPages();
    const [first, second] = [memoryStorage(), memoryStorage()].map((own) => proxy.page(tabWith(own)));
    const slow = codeOf(first!.signIn('ann'));
    await settled();
    const quick = codeOf(second!.signIn('ben'));
    await proxy.answer('ben');
    await proxy.answer('ann');
    expect([await slow, await quick]).toEqual(['done', 'done']);
    first!.look();
    expect(await first!.customer()).toBe('profile-ann');
  });

  it('end as the one that was asked for last, in whatever order their files load', async () => {
    const proxy = openProxyPages();
    const page = proxy.page(tabWith(memoryStorage()));
    const loads = ['ann', 'ben', 'cas'].map((name) => page.request(name));
    const [ann, ben, cas] = [2, 0, 1].map((at) => codeOf(loads[at]!()));
    await proxy.answer('cas');
    expect([await ann, await ben, await cas].sort()).toEqual(['aborted', 'aborted', 'done']);
    expect(await page.customer()).toBe('profile-cas');
  });

  it('are cancelled by a later change of the customer, also while the proxy answers', async () => {
    const proxy = openProxyPages();
    const page = proxy.page(tabWith(memoryStorage()));
    const slow = codeOf(page.request('ann')());
    await settled();
    page.beginAttempt();
    await proxy.answer('ann');
    expect([await slow, await page.customer()]).toEqual(['aborted', 'unauthenticated']);
    expect(proxy.loggedOut()).toEqual(['Bearer token-of-ann']);
  });

  it('log out the session that a dropped sign-in was given', async () => {
    const proxy = openProxyPages();
    const storage = memoryStorage();
    const slow = codeOf(proxy.page(tabWith(storage)).signIn('ann'));
    await settled();
    const quick = codeOf(proxy.page(tabWith(storage)).signIn('ben'));
    await proxy.answer('ann');
    expect([await slow, proxy.loggedOut()]).toEqual(['aborted', ['Bearer token-of-ann']]);
    await proxy.answer('ben');
    expect(await quick).toBe('done');
    expect(proxy.loggedOut()).toHaveLength(1);
  });

  it('abort the request of the earlier one in the same page', async () => {
    const proxy = openProxyPages();
    const page = proxy.page(tabWith(memoryStorage()));
    const slow = codeOf(page.signIn('ann'));
    await settled();
    void codeOf(page.signIn('ben'));
    await settled();
    expect(proxy.sent.find(({ path }) => path === '/login')!.init.signal!.aborted).toBe(true);
    expect(await slow).toBe('aborted');
    // The first one has ended: that does not hide the second one from the third.
    void codeOf(page.signIn('cas'));
    await settled();
    const logins = proxy.sent.filter(({ path }) => path === '/login');
    expect(logins.map(({ init }) => init.signal!.aborted)).toEqual([true, true, false]);
  });

  it.each(['in one tab', 'in two tabs'])('with a sign-out after them, %s, end signed out', async (where) => {
    const proxy = openProxyPages();
    const storage = memoryStorage();
    const page = proxy.page(tabWith(storage));
    const other = where === 'in one tab' ? page : proxy.page(tabWith(storage));
    const slow = codeOf(page.signIn('ann'));
    await settled();
    await other.signOut();
    await proxy.answer('ann');
    expect(await slow).toBe('aborted');
    page.look();
    expect(await page.customer()).toBe('unauthenticated');
    await settled();
    expect([...storage.kept]).toEqual([[SLOT, '']]);
  });

  it('end signed out if the sign-out happens while their code loads', async () => {
    const proxy = openProxyPages();
    const page = proxy.page(tabWith(memoryStorage()));
    const slow = codeOf(page.signIn('ann'));
    await page.signOut();
    await settled();
    expect([await slow, proxy.sent]).toEqual(['aborted', []]);
  });

  it('start again right after a sign-out that has not finished', async () => {
    const proxy = openProxyPages();
    const storage = memoryStorage();
    const page = proxy.page(tabWith(storage));
    const signedOut = page.signOut();
    const later = codeOf(page.signIn('ben'));
    await signedOut;
    await proxy.answer('ben');
    expect([await later, await page.customer()]).toEqual(['done', 'profile-ben']);
  });

  it('replace a registration in flight, too', async () => {
    const proxy = openProxyPages();
    const page = proxy.page(tabWith(memoryStorage()));
    const joining = codeOf(page.join('ann'));
    await settled();
    const quick = codeOf(page.signIn('ben'));
    await proxy.answer('ben');
    expect([await joining, await quick, await page.customer()]).toEqual(['aborted', 'done', 'profile-ben']);
  });

  it.each([
    ['no browser storage', undefined],
    ['a storage that throws', tabWith(throwingStorage('getItem', 'setItem', 'removeItem'))],
    ['a storage that is full', tabWith(throwingStorage('setItem'))],
  ])('work with %s', async (_, browser) => {
    const proxy = openProxyPages();
    const page = proxy.page(browser);
    const slow = codeOf(page.signIn('ann'));
    await settled();
    const quick = codeOf(page.signIn('ben'));
    await proxy.answer('ben');
    expect([await slow, await quick, await page.customer()]).toEqual(['aborted', 'done', 'profile-ben']);
  });

  it('remove the id of a sign-in that fails', async () => {
    const proxy = openProxyPages();
    const storage = memoryStorage();
    const failing = codeOf(proxy.page(tabWith(storage)).signIn('ann'));
    await settled();
    expect([...storage.kept.keys()]).toEqual([pendingSlotOf(SLOT)]);
    await proxy.answer('ann', refusal(401));
    expect([await failing, [...storage.kept]]).toEqual(['unauthenticated', []]);
  });
});

describe('a sign-out', () => {
  async function signedIn(logoutAnswer?: () => Response) {
    const proxy = openProxyPages(logoutAnswer);
    const storage = memoryStorage();
    const page = proxy.page(tabWith(storage));
    const done = page.signIn('ann');
    await proxy.answer('ann');
    await done;
    return { proxy, page, storage };
  }
  const logoutOf = (sent: readonly Sent[]) => sent.find(({ path }) => path === '/logout')!;

  it('ends the session at the proxy, in a request that outlives the page', async () => {
    const { proxy, page } = await signedIn();
    await page.signOut();
    const { method, headers, body, init } = logoutOf(proxy.sent);
    expect([method, headers['authorization'], body]).toEqual(['POST', 'Bearer token-of-ann', undefined]);
    expect([init.keepalive, init.credentials, init.redirect]).toEqual([true, 'same-origin', 'error']);
    expect(await page.customer()).toBe('unauthenticated');
  });

  it('sends the option everywhere', async () => {
    const { proxy, page } = await signedIn();
    await page.signOut(true);
    expect(logoutOf(proxy.sent).body).toEqual({ everywhere: true });
  });

  it.each([
    ['plain', false, 'done'],
    ['everywhere', true, 'bad_response'],
  ])('empties the page when the proxy fails; %s: %s', async (_, everywhere, outcome) => {
    const { page } = await signedIn(() => refusal(500));
    expect(await codeOf(page.signOut(everywhere))).toBe(outcome);
    expect(await page.customer()).toBe('unauthenticated');
  });

  it('sends nothing without a signed-in customer', async () => {
    const proxy = openProxyPages();
    const page = proxy.page(tabWith(memoryStorage()));
    await page.signOut();
    expect(proxy.sent).toEqual([]);
  });

  it('is sent for a session that another sign-in replaces', async () => {
    const { proxy, page } = await signedIn();
    const next = page.signIn('ben');
    await proxy.answer('ben');
    await next;
    expect(proxy.loggedOut()).toEqual(['Bearer token-of-ann']);
    expect(await page.customer()).toBe('profile-ben');
  });
});
