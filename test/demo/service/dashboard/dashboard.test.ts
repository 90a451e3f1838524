import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import type { Delivery } from '../../../../demo/service/dashboard/deliveries.ts';
import { dashboardPages } from '../../../../demo/service/dashboard/index.ts';
import { hashPassword } from '../../../../demo/service/platform/auth/passwords.ts';
import { addWebhook } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const ORIGIN = 'http://127.0.0.1:4010';
const TOKENS = '/dashboard/settings/tokens';
const { username, password } = users.administrator;

describe('dashboard security', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service?.drop());

  async function get(path: string, cookie = '') {
    const response = await service.app.fetch(new Request(ORIGIN + path, { headers: { Cookie: cookie } }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  async function post(
    path: string,
    fields: Readonly<Record<string, string>>,
    cookie: string,
    headers: Readonly<Record<string, string>> = { Origin: ORIGIN },
  ) {
    const response = await service.app.fetch(
      new Request(ORIGIN + path, {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const cookieOf = (headers: Headers, name: string) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.startsWith(`${name}=`) && !one.endsWith('=')) ?? '';
  const tokenOfForm = (text: string, action: string) =>
    new RegExp(`action="${action}"[\\s\\S]*?name="form_token" value="([^"]+)"`).exec(text)?.[1] ?? '';

  /** The session's cookie; empty where signing in was refused. */
  async function enter(name = username, given = password) {
    const page = await get('/dashboard/sign-in');
    const visit = cookieOf(page.headers, 'dashboard_visit');
    const form_token = tokenOfForm(page.text, '/dashboard/sign-in');
    const answer = await post('/dashboard/sign-in', { username: name, password: given, form_token }, visit);
    return { status: answer.status, session: cookieOf(answer.headers, 'dashboard_session'), answer };
  }
  const addToken = async (session: string) => {
    const page = await get(`${TOKENS}/new`, session);
    const form_number = /name="form_number" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return { form_token: tokenOfForm(page.text, TOKENS), form_number, name: 'till', scopes: 'lists.read' };
  };
  const apiTokens = async () =>
    (await service.db.selectFrom('tokens').select('id').where('kind', '=', 'api').execute()).length;

  it.each([
    '/dashboard',
    TOKENS,
    `${TOKENS}/new`,
    '/dashboard/rewards',
    '/dashboard/rewards/1',
    '/dashboard/jobs',
    '/dashboard/webhooks/keys',
  ])('nobody sees %s without signing in', async (path) => {
    const customer = `dashboard_session=${await service.tokenOf('1002')}`;
    for (const cookie of ['', 'dashboard_session=made-up', customer]) {
      const answer = await get(path, cookie);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/dashboard/sign-in?return_to=${encodeURIComponent(path)}`);
    }
  });

  it('a wrong password, a machine user and an inactive user get the same reply', async () => {
    const { machine } = users;
    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      values ('gone', 'Gone', false, false, ${await hashPassword('a long password')}, '{administrator}')`.execute(
      service.db,
    );
    for (const [name, given] of [
      [username, 'wrong'],
      ['nobody', password],
      [machine.username, machine.password],
      ['gone', 'a long password'],
    ] as const) {
      const { status, session, answer } = await enter(name, given);
      expect([name, status, session]).toEqual([name, 401, '']);
      expect(answer.text).toContain('The user name or the password is wrong.');
    }
    expect((await enter()).status).toBe(303);
  });

  it('forms of other sites, pages and sessions are refused; without the guard the same form is accepted', async () => {
    const { session } = await enter();
    const other = await enter();
    const fields = await addToken(session);
    const before = await apiTokens();
    const foreign: readonly [string, typeof fields, Record<string, string>][] = [
      ['another site', fields, { Origin: 'https://evil.example' }],
      ['a sandboxed page', fields, { Origin: 'null' }],
      ['a sister site', fields, { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-site' }],
      ['no origin', fields, {}],
      ['no token', { ...fields, form_token: '' }, { Origin: ORIGIN }],
      ['the token of another session', await addToken(other.session), { Origin: ORIGIN }],
      [
        'the token of another form',
        { ...fields, form_token: tokenOfForm((await get(TOKENS, session)).text, '/dashboard/sign-out') },
        { Origin: ORIGIN },
      ],
    ];
    for (const [what, sent, headers] of foreign) {
      expect([what, (await post(TOKENS, sent, session, headers)).status]).toEqual([what, 403]);
    }
    expect(await apiTokens()).toBe(before);
    expect((await post(TOKENS, fields, session)).status).toBe(200);
    expect(await apiTokens()).toBe(before + 1);
  });

  it('R87: a form that is sent twice adds one token, and shows its value once', async () => {
    const { session } = await enter();
    const fields = await addToken(session);
    const before = await apiTokens();
    const [first, again] = await Promise.all([post(TOKENS, fields, session), post(TOKENS, fields, session)]);
    expect(await apiTokens()).toBe(before + 1);
    const shown = [first, again].filter(({ text }) => text.includes('class="secret"'));
    expect(shown).toHaveLength(1);
  });

  it('a user who may not add tokens sees the error of the service', async () => {
    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      values ('clerk', 'Clerk', false, true, ${await hashPassword('a long password')}, '{integration}')`.execute(
      service.db,
    );
    const { session } = await enter('clerk', 'a long password');
    const before = await apiTokens();
    const answer = await post(TOKENS, await addToken(session), session);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Only administrators may do that.');
    expect(await apiTokens()).toBe(before);
  });

  it('signing in redirects only to pages of the dashboard', async () => {
    for (const place of ['https://evil.example', '//evil.example', '/dashboard/../api', '/dashboard\\evil']) {
      const page = await get(`/dashboard/sign-in?return_to=${encodeURIComponent(place)}`);
      expect(page.text).toContain('name="return_to" value="/dashboard"');
    }
  });

  it('names are escaped', async () => {
    const { session } = await enter();
    const fields = { ...(await addToken(session)), name: '"><script>alert(1)</script>' };
    expect((await post(TOKENS, fields, session)).text).not.toContain('<script');
    const list = await get(TOKENS, session);
    expect(list.text).toContain('&lt;script&gt;');
    expect(list.text).not.toContain('<script');
    const policy = list.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(list.headers.get('cache-control')).toBe('no-store');
  });

  it('only a user who may change automations can send a delivery again', async () => {
    const replayed: number[] = [];
    const delivery: Delivery = {
      id: 7,
      receiver: 'webhook:1',
      trigger: 'reward.claimed',
      url: 'https://till.example/hook',
      status: 'failed',
      attempts: 1,
      last_status: 500,
      last_error: null,
      created_at: new Date(0),
      tries: [{ number: 1, status: 500, error: null, duration_ms: 12, created_at: new Date(0) }],
    };
    const pages = dashboardPages(
      { db: service.db, settings: { baseUrl: `${ORIGIN}/api`, shopOrigins: [] } },
      (request) => service.app.fetch(request),
      { deliveriesOf: async () => [delivery], replay: async (_, id) => void replayed.push(id) },
    );
    const ask = (path: string, init: RequestInit) =>
      pages.request(ORIGIN + path, { redirect: 'manual', ...init });
    const action = '/dashboard/webhooks/deliveries/7/replay';
    const again = (cookie: string, form_token: string) =>
      ask(action, {
        method: 'POST',
        headers: { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token }).toString(),
      });

    const { session } = await enter();
    const shown = await (await ask('/dashboard/webhooks', { headers: { Cookie: session } })).text();
    expect(shown).toContain('reward.claimed');
    expect((await again(session, 'made-up')).status).toBe(403);
    expect(replayed).toEqual([]);
    expect((await again(session, tokenOfForm(shown, action))).status).toBe(303);
    expect(replayed).toEqual([7]);

    await sql`insert into roles (name, handle, permissions) values ('Reader', 'reader', '{automation.read}')`.execute(
      service.db,
    );
    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      values ('reader', 'Reader', false, true, ${await hashPassword('a long password')}, '{reader}')`.execute(
      service.db,
    );
    const reader = (await enter('reader', 'a long password')).session;
    const read = await (await ask('/dashboard/webhooks', { headers: { Cookie: reader } })).text();
    expect(read).toContain('reward.claimed');
    expect(read).not.toContain('Send again');
    expect((await again(reader, tokenOfForm(shown, action))).status).toBe(403);
    expect(replayed).toEqual([7]);
  });

  it('only a user who may change automations can create a signing key, with a form of this page and for a webhook', async () => {
    const token = await service.machineToken();
    const { body } = await service.call(addWebhook, {
      token,
      body: { trigger: 'reward.claimed', url: 'https://till.example.com/hook', namespace: 'till' },
    });
    const action = `/dashboard/webhooks/keys/${body.data.id}`;
    const keys = async () => (await service.db.selectFrom('signing_keys').select('id').execute()).length;
    const { session } = await enter();
    const page = await get('/dashboard/webhooks/keys', session);
    expect(page.text).toContain('None yet');
    const form = { form_token: tokenOfForm(page.text, action), form_number: 'one' };
    expect((await post(action, { ...form, form_token: 'made-up' }, session)).status).toBe(403);
    expect((await post(`${action}0000`, form, session)).status).toBe(403);
    const reader = (await enter('reader', 'a long password')).session;
    const read = await get('/dashboard/webhooks/keys', reader);
    expect(read.text).toContain('till.example.com');
    expect(read.text).not.toContain('Create a new key');
    const foreign = { ...form, form_token: tokenOfForm(read.text, '/dashboard/sign-out') };
    expect((await post(action, foreign, reader)).status).toBe(403);
    expect(await keys()).toBe(0);
    const made = await Promise.all([post(action, form, session), post(action, form, session)]);
    expect(made.filter(({ text }) => text.includes('class="secret"'))).toHaveLength(1);
    expect(await keys()).toBe(1);
    const { rows } = await sql`select fields::text from audits where action = 'webhooks.key'`.execute(
      service.db,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('whsec_');
  });

  it('the eleventh sign-in in a minute is refused', async () => {
    const statuses: number[] = [];
    for (let number = 0; number < 11; number++)
      statuses.push((await enter('guessed', `guess ${number}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});
