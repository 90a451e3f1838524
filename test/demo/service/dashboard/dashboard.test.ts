import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import { formToken } from '../../../../demo/service/dashboard/form.ts';
import { hashPassword } from '../../../../demo/service/auth/passwords.ts';
import {
  addWebhook,
  claimReward,
  editAutomation,
  profileBalances,
  profileLedgers,
  readProfile,
  readRewardDefinition,
} from '../../../../src/services/contract/endpoints/index.ts';
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
    at = ORIGIN,
  ) {
    const response = await service.app.fetch(
      new Request(at + path, {
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
    '/dashboard/campaigns',
    '/dashboard/jobs',
    '/dashboard/members',
    '/dashboard/members/profile-1002',
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
      ['this host with another scheme', fields, { Origin: ORIGIN.replace('http:', 'https:') }],
      ['another port of this host', fields, { Origin: ORIGIN.replace(':4010', ':4011') }],
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
    const encrypted = ORIGIN.replace('http:', 'https:');
    expect((await post(TOKENS, fields, session, { Origin: ORIGIN }, encrypted)).status).toBe(403);
    expect(await apiTokens()).toBe(before);
    expect((await post(TOKENS, fields, session)).status).toBe(200);
    expect(await apiTokens()).toBe(before + 1);
    const again = await addToken(session);
    expect((await post(TOKENS, again, session, { Origin: encrypted }, encrypted)).status).toBe(200);
  });

  it('a form that is sent twice adds one token, and shows its value once', async () => {
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

  it('a reward gets, changes and loses its steps in the form; what is refused stays in it', async () => {
    const { session } = await enter();
    const page = '/dashboard/rewards/2';
    const form = async () => {
      const { text } = await get(page, session);
      const inputs = [...text.matchAll(/<input\s+name="(\w+)"\s+value="([^"]*)"/g)];
      const entered = Object.fromEntries(inputs.map(([, name, value]) => [name, value]));
      const areas = [...text.matchAll(/<textarea name="(\w+)"[^>]*>([^<]*)</g)];
      for (const [, name = '', value] of areas) entered[name] = value;
      return { ...entered, form_token: tokenOfForm(text, page), is_published: '1' };
    };
    const steps = async () => {
      const { body } = await service.call(readRewardDefinition, {
        token: await service.machineToken(),
        path: { definition: '2' },
      });
      const { step_amount, step_currency, minimum_steps, maximum_steps } = body.data;
      return [step_amount, step_currency, minimum_steps, maximum_steps];
    };
    const given = { step_amount: '2.5', step_currency: 'EUR', maximum_steps: '20' };
    for (const [wrong, message] of [
      [{ step_amount: '2,5' }, 'The step_amount field has to be a decimal number'],
      [{ step_currency: 'EURO' }, 'The step_currency field has to be a currency'],
      [{ step_currency: '' }, 'The step_currency field is required with step_amount.'],
      [{ minimum_steps: '21' }, 'The maximum_steps field cannot be below minimum_steps.'],
    ] as const) {
      const answer = await post(page, { ...(await form()), ...given, ...wrong }, session);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(message);
      for (const value of Object.values({ ...given, ...wrong }))
        expect(answer.text).toContain(`value="${value}"`);
    }
    expect(await steps()).toEqual([null, null, null, null]);
    expect((await post(page, { ...(await form()), ...given }, session)).status).toBe(303);
    expect(await steps()).toEqual(['2.50', 'EUR', 1, 20]);
    const { points_cost } = await form();
    for (const path of [page, '/dashboard/rewards'])
      expect((await get(path, session)).text).toContain(`€2.50 for each ${points_cost} points`);
    expect((await post(page, { ...(await form()), step_amount: '' }, session)).status).toBe(303);
    expect(await steps()).toEqual([null, null, null, null]);
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

  it.each([
    ['machine users', '/dashboard/settings/machine-users', 'organisations.read', 'Add machine user'],
    ['automations', '/dashboard/automations', 'automation.read', 'Run now'],
    ['jobs', '/dashboard/jobs', 'platform.read', 'Import a file'],
  ])('a user who may only read %s sees no button to change them', async (name, path, permission, button) => {
    const reader = `reader of ${name}`;
    await sql`insert into roles (name, handle, permissions) values (${reader}, ${reader}, ${[permission]})`.execute(
      service.db,
    );
    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      values (${reader}, ${reader}, false, true, ${await hashPassword('a long password')}, ${[reader]})`.execute(
      service.db,
    );
    expect((await get(path, (await enter()).session)).text).toContain(button);
    const read = await get(path, (await enter(reader, 'a long password')).session);
    expect(read.status).toBe(200);
    expect(read.text).not.toContain(button);
  });

  it('an automation that is paused has a tag, and no other has', async () => {
    const { session } = await enter();
    const tags = async () => (await get('/dashboard/automations', session)).text.split('>Paused<').length - 1;
    const { rows } = await sql<{ id: number }>`
      select id from records where resource = 'automation' order by id limit 1`.execute(service.db);
    expect(await tags()).toBe(0);
    const path = { automation: String(rows[0]!.id) };
    const paused = { path, token: await service.machineToken(), body: { is_active: false } };
    expect((await service.call(editAutomation, paused)).status).toBe(200);
    expect(await tags()).toBe(1);
  });

  it('only a user who may change automations can send a delivery again', async () => {
    const token = await service.machineToken();
    const added = await service.call(addWebhook, {
      token,
      body: { trigger: 'reward.claimed', namespace: 'shop', url: 'https://till.example/hook' },
    });
    const { rows } = await sql<{ id: number }>`
      with event as (
        insert into events (trigger, namespace, payload) values ('reward.claimed', 'loyalty', '{}') returning id
      ), delivery as (
        insert into deliveries (event_id, receiver, url, queue, body, status, attempts, last_status)
        select id, ${`webhook:${added.body.data.id}`}, 'https://till.example/hook', 'default', '{"type":"reward.claimed"}',
          'failed', 1, 500
        from event returning id
      )
      insert into delivery_attempts (delivery_id, number, url, status, error, answer, duration_ms)
      select id, 1, 'https://till.example/hook', 500, 'Answered 500.', 'No till <is> open', 12 from delivery
      returning delivery_id as id`.execute(service.db);
    const id = rows[0]?.id ?? 0;
    const statusNow = async () =>
      (await service.db.selectFrom('deliveries').select('status').where('id', '=', id).executeTakeFirst())
        ?.status;
    const page = '/dashboard/webhooks?event=reward.claimed';
    const action = `/dashboard/webhooks/deliveries/${id}/resend`;

    const { session } = await enter();
    const shown = (await get(page, session)).text;
    expect(shown).toContain('{\n  &quot;type&quot;');
    expect(shown).toContain('No till &lt;is&gt; open');
    const filtered = await get('/dashboard/webhooks?status=delivered&event=reward.claimed', session);
    expect(filtered.text).toContain('No delivery has this state and event.');
    const fields = (form_token: string) => ({ form_token, form_number: 'f1' });
    expect((await post(action, fields('made-up'), session)).status).toBe(403);
    expect(await statusNow()).toBe('failed');

    await sql`insert into roles (name, handle, permissions) values ('Reader', 'reader', '{automation.read}')`.execute(
      service.db,
    );
    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      values ('reader', 'Reader', false, true, ${await hashPassword('a long password')}, '{reader}')`.execute(
      service.db,
    );
    const reader = (await enter('reader', 'a long password')).session;
    const read = (await get(page, reader)).text;
    expect(read).toContain('reward.claimed');
    expect(read).not.toContain('Send again');
    // Messages contain data of members.
    expect(read).not.toContain('&quot;type&quot;');
    expect(read).not.toContain('No till');
    expect((await post(action, fields(tokenOfForm(shown, action)), reader)).status).toBe(403);
    expect(await statusNow()).toBe('failed');

    const form = fields(tokenOfForm(shown, action));
    expect((await post(action, form, session)).status).toBe(303);
    expect((await post(action, form, session)).status, 'a double click').toBe(303);
    expect(await statusNow()).toBe('pending');
    const again = await post(action, { ...form, form_number: 'f2' }, session);
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining('still being tried') });
    const { rows: entries } = await sql<{ user_id: number }>`
      select user_id from audits where fields ->> 'note' like 'Delivery ' || ${id}::text || ' is sent again%'`.execute(
      service.db,
    );
    expect(entries).toHaveLength(1);
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

  describe('the page of a member', () => {
    const PROFILE = 'profile-1002';
    const ADDRESS = `/dashboard/members/${PROFILE}`;
    let session: string;
    beforeAll(async () => {
      await addUser('manager', 'administrator');
      session = (await enter('manager', 'a long password')).session;
    });
    const addUser = async (name: string, role: string) =>
      sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
        values (${name}, ${name}, false, true, ${await hashPassword('a long password')}, ${[role]})`.execute(
        service.db,
      );
    const balance = async () => {
      const path = { profile: PROFILE };
      const answer = await service.call(profileBalances, { token: await service.machineToken(), path });
      return answer.body.data.points.available as number;
    };
    const ledger = async () => {
      const sent = { token: await service.machineToken(), path: { profile: PROFILE }, query: '?sort=-id' };
      return (await service.call(profileLedgers, sent)).body.data;
    };
    const formOf = (page: { readonly text: string }, action: string) => ({
      form_token: tokenOfForm(page.text, action),
      form_number: /name="form_number" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
    });

    it('is one of the first fifty by name, which the page says from fifty on', async () => {
      const search = async () => (await get('/dashboard/members?search=crowd', session)).text;
      const add = (from: number, to: number) =>
        sql`insert into profiles (id, first_name, last_name, email)
          select 'crowd-' || at, 'Crowd', 'Of ' || at, 'crowd-' || at || '@example.com' from generate_series(${from}::int, ${to}::int) at`.execute(
          service.db,
        );
      await add(1, 49);
      expect(await search()).not.toContain('The first 50 by name');
      await add(50, 50);
      expect(await search()).toContain('The first 50 by name');
    });

    it('is found by a part of the name or the address, and by an id of the shop', async () => {
      const { body } = await service.call(readProfile, {
        token: await service.machineToken(),
        path: { profile: PROFILE },
      });
      for (const wanted of [
        body.data.last_name.slice(1).toUpperCase(),
        body.data.email.slice(0, 5),
        `${body.data.first_name}\u00a0${body.data.last_name}`,
        '1002',
      ]) {
        const page = await get(`/dashboard/members?search=${encodeURIComponent(wanted)}`, session);
        expect(page.text).toContain(`href="${ADDRESS}"`);
      }
      expect((await get('/dashboard/members?search=nobody-of-this-name', session)).text).toContain(
        'No member has “nobody-of-this-name”',
      );
      expect((await get('/dashboard/members/nobody', session)).status).toBe(404);
    });

    it('gives points with a reason, once for a form that is sent twice', async () => {
      const page = await get(ADDRESS, session);
      const before = await balance();
      expect(page.text).toContain(new Intl.NumberFormat('en').format(before));
      const action = `${ADDRESS}/points`;
      const fields = { ...formOf(page, action), value: '25', reason: 'Late parcel <b>' };
      expect((await post(action, { ...fields, form_token: 'made-up' }, session)).status).toBe(403);
      const answers = await Promise.all([post(action, fields, session), post(action, fields, session)]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(await balance()).toBe(before + 25);
      expect((await ledger())[0]).toMatchObject({ value: '25', description: 'Late parcel <b>' });
      const shown = await get(`${ADDRESS}?saved=points`, session);
      expect(shown.text).toContain('Late parcel &lt;b&gt;');
      expect(shown.text).toContain('+25');
    });

    it.each([
      [{ value: '1.5', reason: 'x' }, 'whole number'],
      [{ value: '5', reason: ' ' }, 'Enter the reason'],
      [{ value: '-999999999', reason: 'x' }, 'There are not as many points'],
    ])('refuses %j, and keeps what was entered', async (sent, message) => {
      const action = `${ADDRESS}/points`;
      const before = await balance();
      const answer = await post(action, { ...formOf(await get(ADDRESS, session), action), ...sent }, session);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(message);
      expect(answer.text).toContain(`value="${sent.value}"`);
      expect(await balance()).toBe(before);
    });

    it('undoes a claim with a reason: the points return', async () => {
      const before = await balance();
      const { body } = await service.call(claimReward, {
        token: await service.tokenOf('1002'),
        path: { profileId: PROFILE },
        body: { reward_definition_id: 2 },
      });
      expect(await balance()).toBeLessThan(before);
      await sql`update rewards set amount = 12.5, currency = 'EUR' where id = ${body.data.id}`.execute(
        service.db,
      );
      const action = `${ADDRESS}/rewards/${body.data.id}/undo`;
      const shown = await get(ADDRESS, session);
      expect(shown.text).toContain('€12.50');
      const fields = formOf(shown, action);
      expect((await post(action, { ...fields, reason: '' }, session)).status).toBe(422);
      expect((await post(action, { ...fields, reason: 'Wrong size' }, session)).status).toBe(303);
      expect(await balance()).toBe(before);
      expect((await ledger())[0].description).toContain('Wrong size');
      expect((await get(ADDRESS, session)).text).not.toContain(action);
    });

    it('is read with profiles.read alone; a user without incentives.write changes nothing', async () => {
      await sql`insert into roles (name, handle, permissions) values ('Desk', 'desk', '{profiles.read}')`.execute(
        service.db,
      );
      await addUser('desk', 'desk');
      const desk = (await enter('desk', 'a long password')).session;
      const page = await get(ADDRESS, desk);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('Change the points');
      const action = `${ADDRESS}/points`;
      // Its own token for a form that its page does not have: the service itself refuses.
      const [, secret = ''] = decodeURIComponent(desk).split('=');
      const form_token = /value="([^"]+)"/.exec(String(await formToken(secret, action)))?.[1] ?? '';
      const before = await balance();
      const sent = { form_token, form_number: 'desk', value: '5', reason: 'x' };
      expect((await post(action, sent, desk)).status).toBe(403);
      expect(await balance()).toBe(before);
      const reader = (await enter('reader', 'a long password')).session;
      expect((await get('/dashboard/members', reader)).status).toBe(403);
      expect((await get(ADDRESS, reader)).status).toBe(403);
    });
  });

  it('failed rows of an import and a batch are shown with their errors', async () => {
    const { session } = await enter('manager', 'a long password');
    const { rows } = await sql<{ id: number }>`
      insert into records (resource, fields) values ('import-job', ${JSON.stringify({
        model: 'profile',
        status: 'done',
        file_name: 'people.csv',
        total: 2,
        done: 1,
        failed: 1,
        failures: [{ row: 2, message: 'The <email> field' }],
      })}::jsonb) returning id`.execute(service.db);
    const address = `/dashboard/jobs/import-${rows[0]?.id}`;
    expect((await get('/dashboard/jobs', session)).text).toContain(`href="${address}"`);
    expect((await get(address, session)).text).toContain('The &lt;email&gt; field');
    expect((await get('/dashboard/jobs/batch-none', session)).status).toBe(404);
    const reader = (await enter('reader', 'a long password')).session;
    expect((await get(address, reader)).status).toBe(403);
  });

  it('the eleventh sign-in in a minute is refused', async () => {
    const statuses: number[] = [];
    for (let number = 0; number < 11; number++)
      statuses.push((await enter('guessed', `guess ${number}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('a right password does not count as a wrong one', async () => {
    const statuses = new Set<number>();
    for (let number = 0; number < 15; number++) statuses.add((await enter()).status);
    expect([...statuses]).toEqual([303]);
    for (let number = 0; number < 10; number++) await enter(username, `guess ${number}`);
    expect((await enter()).status).toBe(429);
  });

  describe('for a user without any permission', () => {
    let nobody: string;
    beforeAll(async () => {
      await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
        values ('nobody', 'Nobody', false, true, ${await hashPassword('a long password')}, '{}')`.execute(
        service.db,
      );
      nobody = (await enter('nobody', 'a long password')).session;
    });

    it.each(['/dashboard/messages', '/dashboard/settings/machine-users'])(
      'refuses the page %s',
      async (path) => {
        expect((await get(path, nobody)).status).toBe(403);
      },
    );

    // Its forms are on pages that this user cannot open: the permission may be lost after that.
    it.each([
      '/dashboard/webhooks/deliveries/1/resend',
      '/dashboard/webhooks/keys/1',
      '/dashboard/settings/machine-users',
      '/dashboard/settings/machine-users/clients/1/rotate',
    ])('refuses the form of %s, with its token', async (action) => {
      const secret = nobody.slice(nobody.indexOf('=') + 1);
      const form_token = /value="([^"]+)"/.exec(String(await formToken(secret, action)))?.[1] ?? '';
      const { status, text } = await post(action, { form_token, form_number: '1' }, nobody);
      expect(status).toBe(403);
      expect(text).not.toContain('was not sent from a page');
    });
  });
});
