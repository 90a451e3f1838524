import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '../../../../src/services/contract/catalogue.ts';
import type { Contract } from '../../../../src/services/contract/contract.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// Files as spreadsheets and databases write them: what is not understood is refused with the way to mend it, and never empty.

describe('an uploaded file', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  const upload = (content: string, more: object = {}) =>
    service.call(on.uploadImport, { token, body: { model: 'profile', format: 'csv', content, ...more } });
  const refusal = async (content: string, more?: object) => {
    const { status, body } = await upload(content, more);
    expect(status).toBe(422);
    return String(body.errors.content[0]);
  };
  /** Uploads a file and runs its job. Returns the job. */
  async function imported(content: string, more?: object) {
    const { status, body, text } = await upload(content, more);
    expect(status, text).toBe(200);
    await runDueJobs(service);
    const query = `?filter[import_id]=${body.data.id}`;
    return (await service.call(on.importJobs, { token, query })).body.data[0];
  }
  const profileOf = async (externalId: string) => {
    const query = `?filter[external_id]=${externalId}`;
    return (await service.call(on.profiles, { token, query })).body.data[0];
  };
  const countOf = async () => (await service.call(on.profiles, { token })).body.meta.total;

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['vertical bars', '|'],
    ['commas', ','],
  ])('has cells separated by %s', async (name, separator) => {
    const lines = [
      ['external_id', 'first_name', 'last_name'],
      [`s-${name}`, 'A', `"in ${separator} quotes"`],
    ];
    const job = await imported(lines.map((cells) => cells.join(separator)).join('\r\n'));
    expect(job).toMatchObject({ done: 1, failed: 0, failures: [] });
    expect(await profileOf(`s-${name}`)).toMatchObject({
      first_name: 'A',
      last_name: `in ${separator} quotes`,
    });
  });

  it('may name its separator in the first line, as Excel does', async () => {
    expect(await imported('sep=;\nexternal_id;first_name\nsep-1;A, B\n')).toMatchObject({
      done: 1,
      failed: 0,
    });
    expect(await profileOf('sep-1')).toMatchObject({ first_name: 'A, B' });
  });

  it('is refused with all of its unknown columns, and how to name or leave out one', async () => {
    const before = await countOf();
    const message = await refusal('E-mail,First Name,email,Shoe\na@example.com,Ann,a@example.com,38\n');
    expect(message).toContain('no field of a profile: E-mail, First Name, Shoe. A profile has: ');
    expect(message).toContain('"mapping": {"E-mail": "field"}');
    expect(message).toContain('"mapping": {"E-mail": ""}');
    const mapping = { 'E-mail': 'email', 'First Name': 'first-name' };
    expect(await refusal('E-mail,First Name\na,b\n', { mapping })).toContain('First Name (as first-name)');
    expect(await refusal('Shoe\n38\n', { mapping: { Shoe: '' } })).toContain('no column that is a field');
    expect(await refusal('email,mail\na,b\n', { mapping: { email: 'email', mail: 'email' } })).toContain(
      'several columns for email',
    );
    const records = [{ first_name: 'A' }, { firstname: 'B', shoe: 3 }];
    const manual = await service.call(on.addManualImport, { token, body: { model: 'profile', records } });
    expect([manual.status, manual.body.errors.content[0]]).toEqual([
      422,
      expect.stringContaining('firstname, shoe'),
    ]);
    const lines = '{"first_name":"A"}\n{"firstname":"B"}\n';
    expect(await refusal(lines, { format: 'ndjson' })).toContain('firstname');
    expect(await countOf()).toBe(before);
  });

  it('has rows and columns of empty cells, which are skipped', async () => {
    const before = await countOf();
    const content = 'external_id,first_name,,\nempty-1,A,,\n,,,\n , ,,\nempty-2,B,,\n';
    const job = await imported(content);
    expect(job).toMatchObject({ total: 2, done: 2, failed: 0 });
    expect(await countOf()).toBe(before + 2);
    expect(await refusal('external_id,\nempty-3,x\n')).toContain('column 2, which has no name, in line 2');
    expect(await refusal('external_id,first_name\n"a\nb",B\nempty-4\n')).toContain('in line 4');
  });

  it('cannot contain characters that were lost before', async () => {
    const message = await refusal('external_id,first_name\nu-1,Ann\nu-2,J\ufffdrg\n');
    expect(message).toContain('U+FFFD in line 3');
  });

  it.each([
    ['external_id', '7.21045E+12', 'has shortened this number'],
    ['external_id', '4,67E+10', 'has shortened this number'],
    ['phone', '#N/A', 'an error of the spreadsheet'],
    ['phone', '#REF!', 'an error of the spreadsheet'],
    ['first_name', '#BEZUG!', 'an error of the spreadsheet'],
    ['first_name', '########', 'an error of the spreadsheet'],
    ['phone', 'NULL', 'Leave the cell empty'],
    ['last_name', '\\N', 'Leave the cell empty'],
    ['last_name', 'undefined', 'Leave the cell empty'],
    ['phone', '4.67E+10', 'has shortened this number'],
    ['phone', 'none', 'has to be a telephone number, such as'],
    ['email', 'ann', 'has to be an e-mail address, such as'],
  ])('has a row refused for the %s %s', async (column, cell, reason) => {
    const before = await countOf();
    const job = await imported(`${column},type\n"${cell}",\n`, { mapping: { type: '' } });
    expect(job).toMatchObject({
      done: 0,
      failed: 1,
      failures: [{ row: 1, message: expect.stringContaining(reason) }],
    });
    expect(await countOf()).toBe(before);
  });

  it.each(['Null', 'Nan', 'NA', '5E3', '#vip', '1E+2 Lane'])('may have the text %s', async (text) => {
    const id = `text-${text.replace(/\W/g, '')}`;
    expect(await imported(`external_id,last_name\n${id},${text}\n`)).toMatchObject({ done: 1, failed: 0 });
    expect(await profileOf(id)).toMatchObject({ last_name: text });
  });

  it.each([
    ['16', 16],
    [' 1000 ', 1_000],
    ['-5', -5],
    ['0x10', undefined],
    ['1e3', undefined],
    ['1,000', undefined],
    ['1.5', undefined],
    // With a point for thousands it is a thousand.
    ['1.000', undefined],
    ['12.0', 12],
    ['٥', 5],
  ])('has the number %j of points, strictly in decimal', async (cell, value) => {
    const content = `profile_id;value;description\nprofile-1003;${cell};n${cell.trim()}\n`;
    const job = await imported(content, { model: 'points' });
    expect([job.done, job.failed]).toEqual(value === undefined ? [0, 1] : [1, 0]);
    if (value === undefined) expect(job.failures[0].message).toMatch(/^The (value field|column value) /);
    else {
      const query = `?filter[description]=${encodeURIComponent(`n${cell.trim()}`)}`;
      expect((await service.call(on.points, { token, query })).body.data[0]).toMatchObject({ value });
    }
  });

  it.each([
    ['1.000', 'EUR', undefined],
    ['12.000', 'JPY', undefined],
    ['1.00', 'EUR', '1.00'],
    ['10.9000', 'EUR', '10.9000'],
    ['10.000', 'KWD', '10.000'],
  ])('has the price %s in %s', async (price, currency, stored) => {
    const id = `price-${price}-${currency}`;
    const content = `external_id;name;price;currency\n${id};A;${price};${currency}\n`;
    const job = await imported(content, { model: 'product' });
    expect([job.done, job.failed]).toEqual(stored === undefined ? [0, 1] : [1, 0]);
    if (stored === undefined) expect(job.failures[0].message).toContain('for thousands or for decimals');
  });

  it.each([
    ['yes', true],
    ['No', false],
    ['1', true],
    ['0', false],
    ['TRUE', true],
    ['off', false],
  ])('has the truth value %s', async (cell, value) => {
    const name = `Stop ${cell}`;
    const job = await imported(`name,is_published\n${name},${cell}\n`, { model: 'location' });
    expect(job).toMatchObject({ done: 1, failed: 0 });
    const query = `?filter[name]=${encodeURIComponent(name)}`;
    expect((await service.call(on.locations, { token, query })).body.data[0]).toMatchObject({
      is_published: value,
    });
  });

  it('has a message for a date that says what a date is', async () => {
    const job = await imported('profile_id,name,date\nprofile-1003,Birthday,31.12.1990\n', {
      model: 'dates',
    });
    expect(job.failures).toEqual([
      { row: 1, message: 'The date field has to be a day of the calendar, such as 2026-11-20.' },
    ]);
  });
});

describe('a body', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('with bytes that are no UTF-8 is refused, with the first of them', async () => {
    const bytes = Buffer.from('{"first_name":"Jörg"}', 'latin1');
    const answer = await service.app.fetch(
      new Request('http://127.0.0.1:4010/api/v3/profiles', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: bytes,
      }),
    );
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'The body is not UTF-8: byte 17 is invalid.' },
    ]);
  });

  it('of a batch with an empty record adds no empty profile', async () => {
    const { body } = await service.call(on.batchProfiles, { token, body: [{}, { first_name: 'Ann' }] });
    await runDueJobs(service);
    const read = await service.call(on.readBatch, { token, path: { batch: body.data.id } });
    expect(read.body.data).toMatchObject({ done: 1, failed: 1 });
  });

  it.each([
    ['no body', undefined],
    ['no field', {}],
    ['null alone', { first_name: null }],
  ])('with %s adds no empty profile', async (_, body) => {
    const { status, body: answer } = await service.call(on.addProfile, { token, body });
    expect([status, answer.errors]).toEqual([
      422,
      { body: [expect.stringContaining('send at least one of external_id, first_name')] },
    ]);
  });

  it('with misspelt fields alone is refused, and names them, wherever a body without fields is taken', async () => {
    const body = { recieved: 'yes', itmes: ['a'] };
    const isOptional = ({ body: schema, endpoint }: Contract) =>
      endpoint.method === 'POST' && schema?.type === 'object' && v.safeParse(schema, {}).success;
    const asked = contracts.filter(isOptional);
    expect(asked.map(({ endpoint }) => endpoint.id)).toEqual(
      expect.arrayContaining([
        'profiles.store',
        'orders.store',
        'profiles.orders.store',
        'profiles.lists.shares.store',
        'profiles.redemptions.returns.store',
        'credits.redeem',
      ]),
    );
    const path = { profile: 'profile-1002', list: 'wishlist', redemption: '1', credit: '1', definition: '1' };
    for (const { endpoint } of asked) {
      const answer = await service.call(endpoint, { token, body, path });
      expect([answer.status, answer.body.errors], endpoint.id).toEqual([
        422,
        {
          recieved: [expect.stringContaining('There is no field recieved here: the nearest one is ')],
          itmes: [expect.stringContaining('There is no field itmes here: the nearest one is ')],
          body: [expect.stringContaining('The body has no known field: send at least one of ')],
        },
      ]);
    }
  });

  it.each([
    [on.editProfile, { profile: 'profile-1002' }, { frist_name: 'Ada' }, { frist_name: 'first_name' }],
    [
      on.editProfileComms,
      { profile: 'profile-1002' },
      { email_opt_out: true, sms_opt: 1 },
      { email_opt_out: '' },
    ],
    [on.editProduct, { product: 'hp-1001' }, { published: false }, { published: 'is_published' }],
  ] as const)(
    'that changes a record with unknown fields alone is refused: %o',
    async (endpoint, path, body, near) => {
      const { status, body: answer } = await service.call(endpoint, { token, path, body });
      expect(status).toBe(422);
      expect(Object.keys(answer.errors).sort()).toEqual([...Object.keys(body), 'body'].sort());
      for (const [name, nearest] of Object.entries(near))
        expect(answer.errors[name]).toEqual([expect.stringContaining(`is ${nearest}`)]);
    },
  );

  it('with unknown fields beside a known one is taken, with a warning for each, but not for those that were read', async () => {
    const path = { profile: 'profile-1002' };
    const read = (await service.call(on.readProfile, { token, path })).body.data;
    const body = { ...read, frist_name: 'Ada' };
    const answer = await service.call(on.editProfile, { token, path, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.warnings).toEqual([
      'There is no field frist_name here: the nearest one is first_name.',
    ]);
  });

  it('with a known field beside unknown ones is taken, and so is one without fields for a new order of a profile', async () => {
    const path = { profile: 'profile-1002' };
    for (const body of [{ currency: 'EUR', itmes: [] }, {}])
      expect((await service.call(on.addProfileOrder, { token, body, path })).status).toBe(200);
  });
});
