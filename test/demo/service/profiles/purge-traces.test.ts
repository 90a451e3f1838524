import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../../../../demo/service/imports/run.ts';
import { purge } from '../../../../demo/service/profiles/purge.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openReceiver, runtimeOf, runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const person = {
  first_name: 'Canaria',
  last_name: 'Quillfeather',
  email: 'Canaria.Quillfeather@example.com',
  phone: '+34 699 123 987',
  external_id: 'crm-90012377',
};
const canaries = [...Object.values(person), 'Canary Lane 9', 'canary gift note'];

/** Names of the columns, in every table of every schema of the service, that hold one of the marker texts. */
async function tablesWith({ db }: OpenService, wanted: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select row.*::text as text from ${sql.id(schema, name)} as row`.execute(db);
    const texts = rows.map(({ text }) => text.toLowerCase());
    if (wanted.some((canary) => texts.some((text) => text.includes(canary.toLowerCase())))) found.push(name);
  }
  return found;
}

describe('personal data after a purge', () => {
  let service: OpenService;
  let staff: string;
  let receiver: Receiver;
  let profile: string;
  beforeAll(async () => {
    service = await openService({ allowPrivateWebhooks: true });
    staff = await service.machineToken();
    receiver = await openReceiver();
    profile = await fillEveryTable();
  });
  afterAll(async () => {
    await receiver?.stop();
    await service.drop();
  });

  const send = (
    endpoint: Parameters<OpenService['call']>[0],
    body?: unknown,
    path: Record<string, string> = {},
  ) =>
    service.call(endpoint, {
      token: staff,
      path,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      ...(body !== undefined && { body }),
    });
  const csvRow = (name: string) => `${name},${person.email},${person.phone},${person.external_id}`;
  const csv = (names: readonly string[]) =>
    ['last_name,email,phone,external_id', ...names.map(csvRow)].join('\n');

  /** Sends the personal data through everything that stores input. */
  async function fillEveryTable(): Promise<string> {
    await send(on.addWebhook, {
      trigger: 'profile.created',
      url: `${receiver.url}/hook`,
      namespace: 'crm',
    });
    await send(on.addWebhook, { trigger: 'visit', url: `${receiver.url}/hook`, namespace: 'crm' });
    // Imported twice: the second import fails, and its rows are stored for another job.
    await send(on.uploadImport, { model: 'profile', content: csv([person.last_name]) });
    await runDueJobs(service);
    await send(on.uploadImport, { model: 'profile', content: csv([person.last_name, person.last_name]) });
    await send(on.batchProfiles, [person, { last_name: 'Other' }]);
    await runDueJobs(service);
    const { rows } = await sql<{ id: string }>`
      select id from profiles where external_id = ${person.external_id}`.execute(service.db);
    const id = rows[0]?.id ?? '';
    const path = { profile: id, profileId: id };
    await send(on.editProfile, { first_name: person.first_name }, path);
    await send(on.readProfile, undefined, path);
    await send(on.addProfileAddress, { line_1: 'Canary Lane 9', country: 'ES' }, path);
    await send(on.addTransaction, {
      external_id: 'till-1',
      receipt_ref: 'R-1',
      transacted_at: '2026-05-04',
      total: 50,
      currency: 'EUR',
      profile_id: id,
      meta: [person.last_name],
      items: [{ name: 'Lamp', quantity: 1, price: '50', meta: ['canary gift note'] }],
    });
    await send(on.addProfileCustomEvent, { name: 'visit', data: { by: person.first_name } }, path);
    // About another profile, with the person in it.
    await send(
      on.addProfileCustomEvent,
      { name: 'visit', data: { with: person.email } },
      { profile: 'profile-1002', profileId: 'profile-1002' },
    );
    await runDueJobs(service);
    // An event about somebody else alone, which the receiver answers with what it knows of the person.
    receiver.answers(500, {}, () => `Shares a household with ${person.email}`);
    await send(
      on.addProfileCustomEvent,
      { name: 'visit', data: { page: 'sale' } },
      { profile: 'profile-1003', profileId: 'profile-1003' },
    );
    await runDueJobs(service);
    receiver.answers(200);
    // Accepted but not started; started but not finished.
    await send(on.batchProfiles, [{ last_name: 'First' }, person, { last_name: 'Last' }]);
    await send(on.queueTransactions, [
      { external_id: 'till-2', transacted_at: '2026-05-04', total: 5, profile_id: id, meta: [person.email] },
    ]);
    await send(on.uploadImport, { model: 'profile', content: csv([person.last_name]) });
    await sql`update records set fields = fields || '{"status": "paused"}'
      where resource = 'import-job' and fields ->> 'status' = 'queued'`.execute(service.db);
    return id;
  }
  const purgeIt = () => send(on.purgeProfile, undefined, { profile });

  it('is found by the search before the purge', async () => {
    const there = await tablesWith(service, canaries);
    const filled = [
      'profiles',
      'batches',
      'import_rows',
      'events',
      'deliveries',
      'delivery_attempts',
      'audits',
    ];
    for (const name of filled) expect(there).toContain(name);
  });

  it('is still in batches and import rows when pending input is not blanked: the twin', async () => {
    const undone = new Error('undone');
    await expect(
      service.db.transaction().execute(async (work) => {
        await sql`alter table batches rename to batches_kept`.execute(work);
        await sql`create temp table batches on commit drop as select * from batches_kept limit 0`.execute(
          work,
        );
        await sql`alter table import_rows rename to import_rows_kept`.execute(work);
        await sql`create temp table import_rows on commit drop as select * from import_rows_kept limit 0`.execute(
          work,
        );
        await purge(work, profile);
        const left = await tablesWith({ ...service, db: work }, canaries);
        expect(left.sort()).toEqual(['batches_kept', 'import_rows_kept']);
        throw undone;
      }),
    ).rejects.toBe(undone);
  });

  it('is in no table: neither the name, the address, the telephone number nor any id of the shop', async () => {
    expect((await purgeIt()).status).toBe(204);
    expect(await tablesWith(service, canaries)).toEqual([]);
    // The delivery about somebody else stays, without the answer.
    const { rows } = await sql`
      select events.profile_id, attempt.status, attempt.answer from delivery_attempts as attempt
      join deliveries on deliveries.id = attempt.delivery_id join events on events.id = deliveries.event_id
      where attempt.status = 500`.execute(service.db);
    expect(rows).toEqual([{ profile_id: 'profile-1003', status: 500, answer: null }]);
  });

  it('does not come back by a running batch or import: its records fail, those of others are written', async () => {
    await runDueJobs(service);
    const { rows: jobs } = await sql<{ id: number }>`
      update records set fields = fields || '{"status": "queued"}'
      where resource = 'import-job' and fields ->> 'status' = 'paused' returning id`.execute(service.db);
    for (const { id } of jobs) await runImport(runtimeOf(service), id);
    expect(await tablesWith(service, canaries)).toEqual([]);
    const { rows } = await sql<{ failures: { index: number; message: string }[] }>`
      select failures from batches order by created_at desc limit 2`.execute(service.db);
    for (const { failures } of rows)
      expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining('erased') })]);
    const { rows: last } = await sql`
      select last_name from profiles where last_name in ('First', 'Last') order by 1`.execute(service.db);
    expect(last).toEqual([{ last_name: 'First' }, { last_name: 'Last' }]);
  });

  it('purchases keep their amounts, belong to an anonymous profile and cannot be claimed', async () => {
    const { rows } = await sql<{ profile_id: string; total: string }>`
      select profile_id, total, fields from transactions where external_id = 'till-1'`.execute(service.db);
    expect(rows).toEqual([{ profile_id: expect.stringMatching(/^purged-/), total: '50', fields: {} }]);
    const mara = 'profile-1002';
    const claim = await service.call(on.addProfileTransactionClaim, {
      token: await service.tokenOf('1002'),
      path: { profile: mara, profileId: mara },
      body: { receipt_ref: 'R-1', total: 50 },
    });
    expect(claim.body.data.status).toBe('pending');
  });

  it.each(['visit', 'anouk@example.com'])(
    'a purge changes nothing of others, also when the telephone number is %s',
    async (phone) => {
      // A common word; the e-mail address of another person.
      const theirs = { last_name: 'Other', email: 'anouk@example.com' };
      if (phone === theirs.email) expect((await send(on.addProfile, theirs)).status).toBe(200);
      const { body } = await send(on.addProfile, { last_name: 'Word', external_id: 'crm' });
      // Only profiles that are older than the check have such a number.
      await sql`
        update profiles set fields = fields || jsonb_build_object('phone', ${phone}::text)
        where id = ${body.data.id}`.execute(service.db);
      const before = await sql`select id from events order by id`.execute(service.db);
      const own = await sql`select id from events where profile_id = ${body.data.id}`.execute(service.db);
      await send(on.purgeProfile, undefined, { profile: body.data.id });
      const after = await sql`select id from events order by id`.execute(service.db);
      expect(after.rows).toHaveLength(before.rows.length - own.rows.length);
      expect(after.rows.length).toBeGreaterThan(0);
    },
  );
});
