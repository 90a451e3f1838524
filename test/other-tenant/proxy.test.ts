import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { createProxy, memoryDirectory, type LogEntry } from '../../src/proxy/index.ts';
import { HIDDEN, SUBJECTS, verdictOf } from './elements.ts';
import { openPage, openShop, type OpenPage, type Shop } from './page.ts';
import { DIALECT_NAMES, startTenant, type DialectName, type Tenant } from './service/start.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { TENANT_FILES } from './tenants/index.ts';

// Behind the proxy the tenant file is a setting of the proxy: pages have none.
const DIALECTS: DialectName[] = ['agreeing', ...DIALECT_NAMES];
const PASSWORD = 'a long password';

let browser: Browser;
let shop: Shop;
let tenant: Tenant;
let log: LogEntry[];
let opened: OpenPage;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
});
afterEach(async () => {
  await opened.close();
  await shop.close();
  await tenant.stop();
});
afterAll(() => browser?.close());

interface VisitOptions {
  /** Default: the file of the dialect. */
  readonly tenantFile?: TenantFile | undefined;
  /** What happens to an answer of the proxy on its way to the page. */
  readonly onAnswer?: (answer: Response) => void;
}

/** Opens a page for guests with these tags. */
async function visit(
  name: DialectName,
  tags: (tenant: Tenant) => string,
  { tenantFile = TENANT_FILES[name], onAnswer = () => {} }: VisitOptions = {},
): Promise<OpenPage> {
  shop = await openShop();
  tenant = await startTenant(name, { requestsPerMinute: Infinity });
  log = [];
  onTestFailed(() => {
    const asked = tenant.seen.map(({ method, path, status }) => `${String(status)} ${method} ${path}`);
    console.log(JSON.stringify({ log, asked }, null, 1));
  });
  const { clientId, clientSecret, username, password } = tenant.machine;
  const proxy = createProxy({
    baseUrl: tenant.baseUrl,
    credentials: { clientId, clientSecret, username, password, scopes: ['profiles.read', 'profiles.write'] },
    shopSecret: tenant.secret,
    platform: tenant.platform,
    origins: [shop.origin],
    pathPrefix: '/loyalty',
    ...(tenantFile && { tenantFile }),
    directory: memoryDirectory(
      [{ id: '1001', email: 'ada@example.com', firstName: 'Ada', lastName: 'Okafor', password: PASSWORD }],
      { passwordRounds: 1_000 },
    ),
    addressHeader: 'x-client',
    log: (entry) => log.push(entry),
  });
  shop.mount('/loyalty/', async (request) => {
    const answer = await proxy.fetch(request);
    onAnswer(answer);
    return answer;
  });
  shop.write({
    body: `<loyalty-provider proxy-url="${shop.origin}/loyalty"></loyalty-provider><loyalty-account></loyalty-account>${tags(tenant)}`,
  });
  opened = await openPage(browser, shop);
  await opened.settled();
  return opened;
}

async function signIn({ page, read }: OpenPage): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shown(() => read('loyalty-account')).toContain('You’re signed in');
}

const shown = (read: () => Promise<string>) => expect.poll(read);
const OTHERS = SUBJECTS.filter(({ tag }) => tag !== 'loyalty-account' && tag !== 'loyalty-events');

describe.each(DIALECTS)('the proxy with the tenant file of the %s service', (name) => {
  test('serves every element of a customer who signs in', async () => {
    const { read, settled } = await visit(name, (of) =>
      OTHERS.map(({ tag, attributes }) => `<p><${tag} ${attributes(of)}></${tag}></p>`).join(''),
    );
    await signIn(opened);
    await settled();
    const failed = [];
    for (const subject of OTHERS) {
      const text = await read(subject.tag);
      const verdict = verdictOf(subject, text);
      const isHidden = HIDDEN[name]?.includes(subject.tag) && verdict === 'nothing';
      if (verdict !== 'works' && !isHidden)
        failed.push({ tag: subject.tag, verdict, text: text.slice(0, 120) });
    }
    expect({ failed, log }).toEqual({ failed: [], log: [] });
  });

  test('makes the profile of a customer who joins', async () => {
    const { page, read } = await visit(name, () => '<loyalty-balance></loyalty-balance>');
    await page.getByRole('button', { name: /Create an account/ }).click();
    await page.getByLabel('First name').fill('Cleo');
    await page.getByLabel('Last name').fill('Dahl');
    await page.getByLabel('Email').fill('cleo@example.com');
    await page.getByRole('textbox', { name: /Password/ }).fill('another long password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await shown(() => read('loyalty-account')).toContain('You’re signed in');
    await shown(() => read('loyalty-balance')).toBe('0 points');
    const made = tenant.world.members.at(-1)!;
    expect(made).toMatchObject({ email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Dahl' });
    expect(made.identities.map(({ type }) => type).sort()).toEqual(['email', 'shop']);
  });
});

describe('a page behind a proxy learns what the service promises of writes', () => {
  const NOTHING = /It may have gone through/;
  const HONOURED = { idempotency: { honoured: true } } as const;

  /** What the page says of a claim that had no effect, and whose answer was lost. */
  async function saysOf(options: VisitOptions): Promise<{ text: string; headers: Set<string | null> }> {
    const headers = new Set<string | null>();
    const { page, read, settled } = await visit('agreeing', () => '<loyalty-rewards></loyalty-rewards>', {
      ...options,
      onAnswer(answer) {
        options.onAnswer?.(answer);
        headers.add(answer.headers.get('Loyalty-Writes'));
      },
    });
    await signIn(opened);
    await settled();
    tenant.refuseNext('rewards.claim', 502, {});
    await page.getByRole('button', { name: 'Claim Free delivery' }).click();
    await page.getByRole('button', { name: 'Spend 200 points' }).click();
    await shown(() => read('loyalty-rewards')).toContain('We didn’t get an answer');
    expect(tenant.charges).toEqual([]);
    return { text: await read('loyalty-rewards'), headers };
  }

  test.each([
    ['that a read shows a write at once', { lag: 0 }, /nothing has changed/, '{"lag":0}'],
    [
      'that a repetition counts once',
      HONOURED,
      /you won’t be charged twice/,
      '{"idempotency":{"honoured":true}}',
    ],
    ['nothing, where the tenant file says nothing', {}, NOTHING, null],
    ['nothing, without a tenant file', undefined, NOTHING, null],
  ] as const)('%s', async (_what, tenantFile, sentence, header) => {
    const { text, headers } = await saysOf({ tenantFile });
    expect(text).toMatch(sentence);
    expect([...headers]).toEqual([header]);
  });

  test('twin: promises nothing where the header is lost on the way', async () => {
    const onAnswer = (answer: Response) => answer.headers.delete('Loyalty-Writes');
    expect((await saysOf({ tenantFile: { lag: 0, ...HONOURED }, onAnswer })).text).toMatch(NOTHING);
  });
});
