import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// Import of the members' records of another system: a file for each kind, whose rows name the profile.

describe('import of records of profiles', () => {
  let service: OpenService;
  let token: string;
  let number = 0;

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service?.drop());

  interface Member {
    readonly profile: string;
    readonly external: string;
    readonly email: string;
  }
  /** Adds a member with the id of another system and an e-mail address. */
  async function member(): Promise<Member> {
    const [external, email] = [`crm-${++number}`, `member-${number}@example.com`];
    const body = { first_name: 'Ida', email, external_id: external };
    const added = await service.call(on.addProfile, { body, token });
    return { profile: added.body.data.id, external, email };
  }
  /** Uploads a file and runs its job. Returns the job. */
  async function importFile(model: string, content: string, more: object = {}) {
    const body = { model, format: 'csv', content, ...more };
    const answer = await service.call(on.uploadImport, { body, token });
    expect(answer.status, answer.text).toBe(200);
    await runDueJobs(service);
    const query = `?filter[import_id]=${answer.body.data.id}`;
    return (await service.call(on.importJobs, { query, token })).body.data[0];
  }
  const again = { existing: 'change' };
  const read = async (endpoint: Parameters<OpenService['call']>[0], { profile }: Member) =>
    (await service.call(endpoint, { path: { profile }, token })).body.data;

  it('given addresses by external id, when the file is imported twice, then the profile has each once, as in the last file', async () => {
    const one = await member();
    const file = (city: string) =>
      `profile_external_id,type,line_1,city,postcode,country,is_default\n${one.external},home,Kade 1,${city},1011,NL,true\n`;
    expect(await importFile('addresses', file('Delft'), again)).toMatchObject({
      done: 1,
      changed: 0,
      failed: 0,
      failures: [],
    });
    expect(await importFile('addresses', file('Gouda'), again)).toMatchObject({
      done: 1,
      changed: 1,
      failed: 0,
    });
    expect(await read(on.profileAddresses, one)).toMatchObject([
      { type: 'home', city: 'Gouda', is_default: true },
    ]);
  });

  it('given dates by e-mail address, when the file is imported twice, then the profile has one birthday', async () => {
    const one = await member();
    const file = (day: string) => `profile_email,name,date,is_recurring\n${one.email},Birthday,${day},1\n`;
    expect(await importFile('dates', file('1990-02-28'), again)).toMatchObject({
      done: 1,
      changed: 0,
      failures: [],
    });
    expect(await importFile('dates', file('1991-02-28'), again)).toMatchObject({ done: 1, changed: 1 });
    expect(await read(on.profileDates, one)).toMatchObject([{ name: 'Birthday', date: '1991-02-28' }]);
  });

  it('given consents, when the file is imported, then the profile has opted in to those channels only', async () => {
    const one = await member();
    const file = `profile_id,email_opt_in,sms_opt_in,language\n${one.profile},true,false,nl\n`;
    expect(await importFile('consents', file, again)).toMatchObject({ done: 1, changed: 0, failures: [] });
    expect(await read(on.profileComms, one)).toMatchObject({
      email_opt_in: true,
      sms_opt_in: false,
      push_opt_in: false,
      language: 'nl',
    });
    expect(await importFile('consents', file, again)).toMatchObject({ done: 1, changed: 1 });
  });

  it('given identities, when the file is imported twice, then the profile is found by them, and one of another profile is refused', async () => {
    const [one, other] = [await member(), await member()];
    const file = ({ external }: Member) =>
      `profile_external_id,namespace,value\n${external},card,99-${one.external}\n`;
    expect(await importFile('identities', file(one), again)).toMatchObject({
      done: 1,
      changed: 0,
      failures: [],
    });
    expect(await importFile('identities', file(one), again)).toMatchObject({ done: 1, changed: 1 });
    const found = await service.call(on.searchProfile, { path: { identifier: `99-${one.external}` }, token });
    expect(found.body.data.id).toBe(one.profile);
    expect(await importFile('identities', file(other), again)).toMatchObject({ done: 0, failed: 1 });
  });

  it('given an e-mail identity in upper case, when the file is imported twice, then it is stored once, in lower case', async () => {
    const one = await member();
    const file = `profile_external_id,namespace,value\n${one.external},email,Second.${one.external}@Example.com\n`;
    expect(await importFile('identities', file, again)).toMatchObject({ done: 1, changed: 0, failures: [] });
    expect(await importFile('identities', file, again)).toMatchObject({ done: 1, changed: 1, failures: [] });
    const stored = await read(on.profileIdentities, one);
    expect(stored.map(({ value }: { value: string }) => value)).toContain(
      `second.${one.external}@example.com`.toLowerCase(),
    );
  });

  it('given benefits, when the file is imported, then the profile has them, and their event is published', async () => {
    const one = await member();
    const definition = await service.call(on.addBenefitDefinition, {
      body: { name: 'Lounge', handle: 'lounge-by-file', is_published: true },
      token,
    });
    expect(definition.status, definition.text).toBe(200);
    const file = `profile_external_id,benefit_definition_id\n${one.external},${definition.body.data.id}\n`;
    expect(await importFile('benefits', file)).toMatchObject({ done: 1, failed: 0, failures: [] });
    const owned = await service.db
      .selectFrom('events')
      .select('trigger')
      .where('profile_id', '=', one.profile)
      .where('trigger', '=', 'benefit.issued')
      .execute();
    expect(owned).toHaveLength(1);
    expect((await read(on.profileBenefits, one)).length).toBe(1);
  });

  it('given orders with customer ids of the shop, when they are imported twice, then each exists once', async () => {
    const one = await member();
    const file = (status: string) =>
      `external_id,profile_external_id,status,ordered_at\no-${one.external},${one.external},${status},2026-05-01\n`;
    await importFile('orders', file('open'), again);
    expect(await importFile('orders', file('placed'), again)).toMatchObject({
      done: 1,
      changed: 1,
      failures: [],
    });
    expect(await read(on.profileOrders, one)).toMatchObject([
      { external_id: `o-${one.external}`, status: 'placed' },
    ]);
  });

  it.each([
    ['names no profile', 'line_1,country\nKade 1,NL\n', /names no profile/],
    [
      'names an unknown profile',
      'profile_external_id,line_1,country\nnobody,Kade 1,NL\n',
      /no such profile/i,
    ],
  ])(
    'given a row that %s, then it fails with that reason, and nothing is stored',
    async (_, content, reason) => {
      const job = await importFile('addresses', content);
      expect(job).toMatchObject({ done: 0, failed: 1 });
      expect(JSON.stringify(job.failures)).toMatch(reason);
    },
  );

  it('given a token without the scope for profiles, when addresses are imported, then every row is refused', async () => {
    const one = await member();
    const narrow = await service.machineToken('platform.write');
    const content = `profile_id,line_1,country\n${one.profile},Kade 1,NL\n`;
    const answer = await service.call(on.uploadImport, {
      body: { model: 'addresses', format: 'csv', content },
      token: narrow,
    });
    await runDueJobs(service);
    const query = `?filter[import_id]=${answer.body.data.id}`;
    const { body } = await service.call(on.importJobs, { query, token });
    expect(body.data[0]).toMatchObject({ done: 0, failed: 1 });
    expect(await read(on.profileAddresses, one)).toEqual([]);
  });
});
