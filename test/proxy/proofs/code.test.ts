import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryDirectory, memoryStorage, type CodeMessage } from '../../../src/proxy/index.ts';
import { createCodes } from '../../../src/proxy/proofs/code.ts';
import { ask, OWN } from '../support/ask.ts';
import { ANN, basic, BEN, openProxy, QUICK, type OpenProxy } from '../support/open-proxy.ts';
import type { NodeProxySettings } from '../../../src/proxy/node.ts';

let now = Date.now();
let sent: CodeMessage[] = [];
/** Of the proxy that all tests share. */
const shared = sent;
let wait: (message: CodeMessage | undefined) => void = () => undefined;
let platformFails = false;
/** What the platform waits for before it answers. */
let release: Promise<void> | undefined;
let proxy: OpenProxy;
/** As a database compares texts that ignores case and accents. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** A proxy whose platform knows Ann and Ben, behind a server that names the address of each client. */
const openWithCodes = (
  limits: NodeProxySettings['limits'] = {},
  isSame = (known: string, typed: string) => known === typed.toLowerCase(),
  more: Partial<NodeProxySettings> = {},
) => {
  // A message that a proxy of an earlier test sends late is not of this test.
  const opened = sent;
  const isOfTest = () => opened === shared || opened === sent;
  return openProxy({
    directory: undefined,
    now: () => now,
    trustedHops: ['127.0.0.1'],
    limits: { perAddress: 10_000, codesPerAddress: 10_000, codesPerAccount: 10_000, ...limits },
    code: {
      async findCustomer(by) {
        await release;
        if (platformFails) throw new Error('connect ECONNREFUSED canary-platform');
        const found = [ANN, BEN].find((one) => 'email' in by && isSame(one.email, by.email));
        if (!found && isOfTest()) wait(undefined);
        return found;
      },
      async sendCode(message) {
        if (!isOfTest()) return;
        sent.push(message);
        wait(message);
      },
    },
    ...more,
  });
};
beforeAll(async () => {
  proxy = await openWithCodes();
});
afterAll(() => proxy.stop());
beforeEach(() => {
  sent = [];
  now = Date.now();
  platformFails = false;
  release = undefined;
});

interface Client {
  readonly at?: OpenProxy;
  readonly address?: string;
}
async function post(path: string, body: object, { at = proxy, address = '203.0.113.1' }: Client = {}) {
  const response = await fetch(at.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      'X-Forwarded-Proto': 'https',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const { date: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, text, headers };
}
/** Requests a code, and waits until the platform was asked to send it, or knows no customer. */
async function codeFor(email: string, client: Client = {}): Promise<string> {
  const arrived = new Promise<CodeMessage | undefined>((resolve) => (wait = resolve));
  const { status } = await post('/code', { email }, client);
  if (status !== 202) throw new Error(`/code answered ${status}`);
  return (await arrived)?.code ?? '';
}
const signIn = (email: string, code: string, client?: Client) => post('/login', { email, code }, client);
const statusOf = async (...[email, code, client]: Parameters<typeof signIn>) =>
  (await signIn(email, code, client)).status;
/** Another code than this one. */
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('a code sent by e-mail', () => {
  it('signs its customer in', async () => {
    const code = await codeFor(ANN.email);
    expect(code).toMatch(/^\d{6}$/);
    expect(sent).toMatchObject([{ customer: { id: '1001', email: ANN.email }, lifetimeMs: 600_000 }]);
    const { status, text } = await signIn(` ${ANN.email.toUpperCase()}`, code);
    const { token, profile_id } = JSON.parse(text) as Record<string, string>;
    expect([status, profile_id]).toEqual([200, 'profile-1001']);
    const headers = { 'X-Forwarded-For': '203.0.113.1', 'X-Forwarded-Proto': 'https' };
    expect((await ask(`${proxy.url}${OWN}/balances`, token!, { headers })).status).toBe(200);
  });

  it('has the same answer for known and unknown addresses, before the platform is asked', async () => {
    const answers = await Promise.all([
      post('/code', { email: ANN.email }),
      post('/code', { email: 'nobody@example.com' }),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 202, text: '' });
    await expect.poll(() => sent).toHaveLength(1);
    platformFails = true;
    expect(await post('/code', { email: ANN.email })).toEqual(answers[0]);
    await expect.poll(() => proxy.log).toContainEqual({ level: 'error', event: 'code_not_sent' });
    expect(JSON.stringify(proxy.log)).not.toMatch(/canary/);
  });

  it('is answered while the platform still looks for the customer', async () => {
    let end!: () => void;
    release = new Promise((resolve) => (end = resolve));
    const arrived = new Promise<unknown>((resolve) => (wait = resolve));
    expect((await post('/code', { email: ANN.email })).status).toBe(202);
    expect(sent).toEqual([]);
    end();
    await arrived;
    expect(sent).toHaveLength(1);
  });

  it('has the same answer to a wrong code for known and unknown addresses', async () => {
    const code = await codeFor(ANN.email);
    const answers = await Promise.all([
      signIn(ANN.email, wrong(code)),
      signIn('nobody@example.com', code),
      signIn(BEN.email, code),
      signIn(ANN.email, 'abc'),
    ]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      status: 401,
      text: '{"message":"This code isn’t right or has expired. Check it, or send a new code."}',
    });
  });

  it.each([{}, { email: '' }, { email: 'ann' }, { email: 7 }, { email: ANN.email, more: 1 }])(
    'is not sent for %j',
    async (body) => {
      expect((await post('/code', body)).status).toBe(422);
    },
  );

  it('is refused for another address', async () => {
    const code = await codeFor(ANN.email);
    await codeFor(BEN.email);
    expect(await statusOf(BEN.email, code === sent.at(-1)?.code ? wrong(code) : code)).toBe(401);
    expect(await statusOf(ANN.email, code)).toBe(200);
  });

  it.each([
    ['with blanks', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}`],
    ['with a dash', (code: string) => `${code.slice(0, 3)}–${code.slice(3)}`],
    [
      'in full-width digits',
      (code: string) => code.replace(/./g, (one) => String.fromCodePoint(0xff10 + +one)),
    ],
    ['in its sentence', (code: string) => `Your code is ${code}.`],
  ])('signs in when it is typed %s', async (_, typed) => {
    const code = await codeFor(ANN.email);
    expect(await statusOf(ANN.email, typed(code))).toBe(200);
  });

  it('loses no try to a text that is no code', async () => {
    const code = await codeFor(ANN.email);
    for (const text of ['abc', '', '12345', '1234567', `${code}7`, `${code} ${wrong(code)}`])
      expect([text, await statusOf(ANN.email, text)]).toEqual([text, 401]);
    expect(await statusOf(ANN.email, code)).toBe(200);
  });

  it('counts a text that is no code for the address of the client', async () => {
    const limited = await openWithCodes({ perAddress: 3 });
    const client = { at: limited, address: '203.0.113.77' };
    for (const expected of [401, 401, 401, 429])
      expect(await statusOf(ANN.email, 'abc', client)).toBe(expected);
    await limited.stop();
  });

  it('is used once, also by 20 requests at once', async () => {
    const code = await codeFor(ANN.email);
    const client = { address: '203.0.113.9' };
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => statusOf(ANN.email, code)),
      ...Array.from({ length: 5 }, () => statusOf(ANN.email, code, client)),
    ]);
    expect(results.filter((status) => status === 200)).toHaveLength(1);
    expect(await statusOf(ANN.email, code)).toBe(401);
  });

  it('ends after ten minutes', async () => {
    const own = await openWithCodes();
    const code = await codeFor(ANN.email, { at: own });
    now += 601_000;
    expect(await statusOf(ANN.email, code, { at: own })).toBe(401);
    await own.stop();
  });

  it('is replaced by the next one', async () => {
    const first = await codeFor(ANN.email);
    const second = await codeFor(ANN.email);
    const older = await signIn(ANN.email, first);
    const NEWER = 'We sent a newer code. Use that one.';
    if (first !== second)
      expect([older.status, JSON.parse(older.text)]).toEqual([
        401,
        { message: NEWER, errors: { code: [NEWER] } },
      ]);
    expect(await statusOf(ANN.email, second)).toBe(200);
  });

  it('is replaced by one that was requested with another spelling of the address', async () => {
    const own = await openWithCodes({}, (known, typed) => collator.compare(known, typed) === 0);
    const [plain, accented] = [ANN.email, ANN.email.replace('a', 'á')];
    const first = await codeFor(plain, { at: own });
    const second = await codeFor(accented, { at: own });
    if (first !== second) expect(await statusOf(plain, first, { at: own })).toBe(401);
    expect(await statusOf(plain, second, { at: own })).toBe(200);
    expect(await statusOf(accented, second, { at: own })).toBe(401);
    await own.stop();
  });

  it('takes five tries from its own address, and five from 1,000 others, whose tries do not use up its own', async () => {
    const code = await codeFor(ANN.email);
    const foreign = (count: number) => ({ address: `198.51.${count >> 8}.${count & 255}` });
    for (let tries = 0; tries < 5; tries++)
      expect(await statusOf(ANN.email, wrong(code, tries + 1), foreign(tries))).toBe(401);
    // From now on even the right code is refused there.
    for (let tries = 5; tries < 1_000; tries += 200)
      expect(await statusOf(ANN.email, code, foreign(tries))).toBe(401);
    for (let tries = 0; tries < 4; tries++)
      expect(await statusOf(ANN.email, wrong(code, tries + 1))).toBe(401);
    expect(await statusOf(ANN.email, code)).toBe(200);
    const another = await codeFor(ANN.email);
    for (let tries = 0; tries < 5; tries++) await statusOf(ANN.email, wrong(another, tries + 1));
    expect(await statusOf(ANN.email, another)).toBe(401);
  });

  it('says after five wrong ones that a new one is needed, which then signs in at once; a password is still limited', async () => {
    const directory = memoryDirectory([ANN], QUICK);
    const own = await openWithCodes({ perAddress: 20 }, undefined, { directory, loginGridMs: 1 });
    const code = await codeFor(ANN.email, { at: own });
    const unknown = 'nobody@example.com';
    await codeFor(unknown, { at: own });
    for (let tries = 0; tries < 5; tries++) {
      const [known, other] = [
        await signIn(ANN.email, wrong(code, tries + 1), { at: own }),
        await signIn(unknown, wrong(code, tries + 1), { at: own }),
      ];
      expect(known).toEqual(other);
      expect(known.text).toMatch(/isn’t right or has expired/);
    }
    const USED_UP = 'Too many wrong codes. Send a new code.';
    const refused = await signIn(ANN.email, code, { at: own });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      401,
      { message: USED_UP, errors: { code: [USED_UP] } },
    ]);
    // The answer does not say who has an account.
    expect(await signIn(unknown, code, { at: own })).toEqual(refused);
    expect(await statusOf(ANN.email, await codeFor(ANN.email, { at: own }), { at: own })).toBe(200);
    // A twin: passwords are counted by account, and refused for a quarter of an hour.
    const logIn = async (password: string) =>
      (
        await fetch(`${own.url}/login`, {
          method: 'POST',
          headers: {
            Authorization: basic(ANN.email, password),
            'X-Forwarded-For': '203.0.113.1',
            'X-Forwarded-Proto': 'https',
          },
        })
      ).status;
    for (let tries = 0; tries < 5; tries++) expect(await logIn('wrong')).toBe(401);
    expect(await logIn(ANN.password)).toBe(429);
    await own.stop();
  });

  it('is not used up by texts that are no code', async () => {
    const code = await codeFor(ANN.email);
    for (const text of ['', 'abc', '12345', '1234567', '１２３４５６'])
      expect(await statusOf(ANN.email, text)).toBe(401);
    expect(await statusOf(ANN.email, code)).toBe(200);
  });

  it('is limited by address: 20 wrong ones in a quarter of an hour', async () => {
    const own = await openWithCodes({ perAddress: 20 });
    for (let tries = 0; tries < 20; tries++)
      expect(await statusOf(`a${tries}@example.com`, '123456', { at: own })).toBe(401);
    expect(await statusOf('b@example.com', '123456', { at: own })).toBe(429);
    await own.stop();
  });

  const SPELLINGS = ['', 'á', 'à', 'â', 'ä', 'ã', 'å', 'ā', 'ă', 'ą', 'ǎ', 'Ａ', 'a\u0301'];

  it('is requested five times in an hour for all spellings of an address, known or not', async () => {
    const limited = await openWithCodes({ codesPerAccount: 5 });
    for (const email of [ANN.email, 'another@example.com']) {
      const statuses: number[] = [];
      for (const letter of SPELLINGS.slice(0, 7))
        statuses.push(
          (await post('/code', { email: email.replace('a', letter || 'a') }, { at: limited })).status,
        );
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    }
    await limited.stop();
  });

  it('is sent to a customer five times in an hour, however a platform reads the address', async () => {
    // It ignores dots, as some providers of mailboxes do, which the count by address does not know.
    const plain = (email: string) => email.replaceAll('.', '');
    const limited = await openWithCodes(
      { codesPerAccount: 5 },
      (known, typed) => plain(known) === plain(typed),
    );
    const local = (at: number) => `a${'.'.repeat(at)}nn@example.com`;
    for (let at = 1; at <= 12; at++)
      for (let count = 0; count < 5; count++)
        expect((await post('/code', { email: local(at) }, { at: limited })).status).toBe(202);
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(5);
    // A code of another customer is sent after all of these.
    await codeFor(BEN.email, { at: limited });
    expect(sent.filter(({ customer }) => customer.id === ANN.id)).toHaveLength(5);
    await limited.stop();
  });

  it('is requested five times in an hour for an address, known or not, and ten times by a client', async () => {
    const limited = await openWithCodes({ codesPerAccount: 5, codesPerAddress: 10 });
    for (const email of [ANN.email, 'nobody@example.com']) {
      const statuses: number[] = [];
      for (let count = 0; count < 7; count++) {
        const client = { at: limited, address: `203.0.113.${count}` };
        statuses.push((await post('/code', { email }, client)).status);
      }
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    }
    const client = { at: limited, address: '198.51.100.1' };
    for (let count = 0; count < 10; count++)
      expect((await post('/code', { email: `a${count}@example.com` }, client)).status).toBe(202);
    expect((await post('/code', { email: 'b@example.com' }, client)).status).toBe(429);
    await limited.stop();
  });

  it('is stored in a form from which it cannot be read', async () => {
    const texts: string[] = [];
    const storage = memoryStorage();
    let resolve!: (message: CodeMessage) => void;
    const arrived = new Promise<CodeMessage>((done) => (resolve = done));
    const spied = await openProxy({
      directory: undefined,
      storage: {
        ...storage,
        texts: {
          ...storage.texts,
          set: async (...all) => (texts.push(all.join(' ')), storage.texts.set(...all)),
        },
      },
      code: {
        findCustomer: async () => ANN,
        sendCode: async (message) => resolve(message),
      },
    });
    await fetch(`${spied.url}/code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ANN.email }),
    });
    const { code } = await arrived;
    expect(texts).toHaveLength(3);
    for (const secret of [code, ANN.email, ANN.firstName, '1001'])
      expect(texts.join(' ')).not.toContain(`"${secret}"`);
    await spied.stop();
  });

  it('is accepted by proxies with the same secret only, which share a storage', async () => {
    const storage = memoryStorage();
    const messages: CodeMessage[] = [];
    const codesOf = (secret: string) =>
      createCodes({
        storage,
        secret,
        now: () => now,
        findCustomer: async () => ANN,
        sendCode: async (message) => void messages.push(message),
        perCustomer: storage.counter({ name: 'code-customer', tries: 5, perSeconds: 60 }),
      });
    await codesOf('one').send(ANN.email, 'address', new AbortController().signal);
    const { code } = messages[0]!;
    expect(await codesOf('another').redeem(ANN.email, code, 'address')).toBe('wrong');
    expect(await codesOf('').redeem(ANN.email, code, 'address')).toBe('wrong');
    expect(await codesOf('one').redeem(ANN.email, code, 'address')).toEqual(ANN);
  });
});

describe('a proxy without codes', () => {
  it('has no address for them', async () => {
    const plain = await openProxy();
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: ANN.email });
    expect((await fetch(`${plain.url}/code`, { method: 'POST', headers, body })).status).toBe(404);
    await plain.stop();
  });

  it('answers a code like a wrong one', async () => {
    const proof = { name: 'nobody', verify: async () => undefined };
    const own = await openProxy({ directory: undefined, proofs: [proof] });
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: ANN.email, code: '123456' });
    expect((await fetch(`${own.url}/login`, { method: 'POST', headers, body })).status).toBe(401);
    await own.stop();
  });
});
