import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import { hashPassword } from '../../../../demo/service/auth/passwords.ts';
import { importJobs, profiles } from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const ORIGIN = 'http://127.0.0.1:4010';
const { username, password } = users.administrator;

describe('the import page', () => {
  let service: OpenService;
  let session: string;
  beforeAll(async () => {
    service = await openService();
    session = await enter(username, password);
  });
  afterAll(() => service?.drop());

  async function get(path: string, cookie = session) {
    const response = await service.app.fetch(new Request(ORIGIN + path, { headers: { Cookie: cookie } }));
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  async function post(path: string, body: FormData | URLSearchParams, cookie = session, origin = ORIGIN) {
    const response = await service.app.fetch(
      new Request(ORIGIN + path, { method: 'POST', headers: { Cookie: cookie, Origin: origin }, body }),
    );
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  const cookieOf = (headers: Headers, name: string) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.startsWith(`${name}=`) && !one.endsWith('=')) ?? '';
  async function enter(name: string, given: string) {
    const page = await get('/dashboard/sign-in', '');
    const form = new URLSearchParams({ username: name, password: given, ...hiddenOf(page.text) });
    const answer = await post('/dashboard/sign-in', form, cookieOf(page.headers, 'dashboard_visit'));
    return cookieOf(answer.headers, 'dashboard_session');
  }
  /** The hidden fields of the form in the main part of a page, but for the repeated ones. */
  function hiddenOf(text: string): Record<string, string> {
    const main = text.slice(text.indexOf('<main'));
    const found = [...main.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)];
    return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
  }
  const columnsOf = (text: string) =>
    [...text.matchAll(/name="column" value="([^"]*)"/g)].map(([, name = '']) => name);

  async function preview(content: string | Uint8Array<ArrayBuffer>, name = 'people.csv', model = 'profile') {
    const { form_token = '' } = hiddenOf((await get('/dashboard/imports')).text);
    const form = new FormData();
    form.set('form_token', form_token);
    form.set('model', model);
    form.set('file', new File([content], name));
    return await post('/dashboard/imports/preview', form);
  }
  function importing(page: string, fields: Readonly<Record<string, string>>) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...hiddenOf(page), ...fields })) form.set(name, value);
    form.delete('column');
    for (const column of columnsOf(page)) form.append('column', column);
    return post('/dashboard/imports', form);
  }
  const stored = async () =>
    (await service.call(importJobs, { token: await service.machineToken() })).body.meta.total;

  it('shows the first rows and the unknown columns before anything is stored', async () => {
    const page = await preview(
      'email;first_name;Loyalty Status;Vorname\nann@import.example;<b>Ann</b>;gold;A\nbo@import.example;Bo;;B\n',
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain('2 rows');
    expect(page.text).toContain('2 columns are no field of a profile');
    expect(page.text).toContain('Loyalty Status, Vorname');
    expect(page.text).toContain('ann@import.example');
    expect(page.text).toContain('&lt;b&gt;Ann');
    expect(await stored()).toBe(0);

    const open = await importing(page.text, { 'field-0': 'email', 'field-1': 'first_name', 'field-2': '?' });
    expect(open).toMatchObject({
      status: 422,
      text: expect.stringContaining('Choose a field for Loyalty Status'),
    });
    expect(await stored()).toBe(0);

    const chosen = { 'field-0': 'email', 'field-1': 'first_name', 'field-2': '', 'field-3': '' };
    const answers = [await importing(page.text, chosen), await importing(page.text, chosen)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await stored(), 'sent twice').toBe(1);
    await runDueJobs(service);
    const found = await service.call(profiles, {
      token: await service.machineToken(),
      query: '?filter[email]=ann@import.example',
    });
    expect(found.body.data).toMatchObject([{ first_name: '<b>Ann</b>' }]);
  });

  it('shows a file of Windows-1252 with its letters, and values that a spreadsheet has broken', async () => {
    const page = await preview(Buffer.from('external_id,first_name\n7.21045E+12,J\u00f6rg\n', 'latin1'));
    expect(page.text).toContain('J\u00f6rg');
    expect(page.text).toContain('Row 1');
    expect(page.text).toContain('spreadsheet');
  });

  it.each([
    ['an empty file', '', 'is empty'],
    ['a file with a first line alone', 'email,first_name\n', 'holds no rows'],
    ['a file of blank rows', 'email,first_name\n,\n , \n', 'holds no rows'],
    ['a quote that does not end', 'email\n"a\n', 'quote'],
  ])('says what is wrong with %s', async (_, content, message) => {
    const before = await stored();
    expect(await preview(content)).toMatchObject({ status: 422, text: expect.stringContaining(message) });
    expect(await stored()).toBe(before);
  });

  it('takes forms of its own pages alone, from users who may import', async () => {
    const page = await preview('email\nc@import.example\n');
    const before = await stored();
    const form = new FormData();
    for (const [name, value] of Object.entries(hiddenOf(page.text))) form.set(name, value);
    form.set('field-0', 'email');
    expect((await post('/dashboard/imports', form, session, 'https://evil.example')).status).toBe(403);
    form.set('form_token', 'made-up');
    expect((await post('/dashboard/imports', form)).status).toBe(403);
    expect((await post('/dashboard/imports', new URLSearchParams({ model: 'profile' }))).status).toBe(415);
    expect(await stored()).toBe(before);

    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      select 'reader', 'Reader', false, true, ${await hashPassword('a long password')}, roles
      from users where username = ${users.administrator.username}`.execute(service.db);
    const reader = await enter('reader', 'a long password');
    const opened = await get('/dashboard/imports', reader);
    await sql`update users set roles = '{}' where username = 'reader'`.execute(service.db);
    expect([opened.status, (await get('/dashboard/imports', reader)).status]).toEqual([200, 403]);
    const upload = new FormData();
    upload.set('form_token', hiddenOf(opened.text)['form_token']!);
    upload.set('model', 'profile');
    upload.set('file', new File(['email\nd@import.example\n'], 'people.csv'));
    expect((await post('/dashboard/imports/preview', upload, reader)).status).toBe(403);
  });

  it('calls a batch without records empty', async () => {
    await sql`insert into batches (endpoint, path, records, user_id, scopes, status, failures)
      select 'profiles.batch.store', '{}', '[]', id, '{}', 'done', '[]' from users limit 1`.execute(
      service.db,
    );
    expect((await get('/dashboard/jobs')).text).toContain('Empty: there was nothing to process.');
  });
});
