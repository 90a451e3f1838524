import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../demo/service/database/connect.ts';
import { createPlan } from '../../../demo/import/plan.ts';
import { ImportProblem, readSettings } from '../../../demo/import/settings.ts';
import { listen, type RunningServer } from '../../../demo/service/api/server.ts';
import { startJobs, type RunningJobs } from '../../../demo/service/jobs/start.ts';
import { importFile } from './import-command.ts';
import { runtimeOf } from '../../support/service-jobs.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

const ROWS = 2_200;

describe('npm run import', () => {
  let service: OpenService;
  let server: RunningServer;
  let jobs: RunningJobs;
  let jobsDb: ReturnType<typeof connect>;
  let folder: string;
  let environment: Record<string, string>;
  /** While true the service answers nothing but 503. */
  let away = false;
  let asked = 0;
  /** While it is there, one upload goes through; those after it wait for its end, and are not stored. */
  let held: { uploads: number; readonly end: Promise<void> } | undefined;
  beforeAll(async () => {
    service = await openService();
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-import-'));
    const answer = async (request: Request) => {
      asked++;
      const waits = held && request.method === 'POST' && held.uploads++ > 0;
      if (waits) await held!.end;
      if (!away && !waits) return service.app.fetch(request);
      return new Response('{"message":"Away."}', { status: 503, headers: { 'Retry-After': '1' } });
    };
    server = await listen(() => ({ fetch: answer }) as never, { host: '127.0.0.1', port: 0 });
    jobsDb = connect(service.url);
    jobs = await startJobs(runtimeOf({ db: jobsDb, errors: service.errors }), (error) =>
      service.errors.push(error),
    );
    environment = {
      LOYALTY_URL: `http://127.0.0.1:${server.port}/api`,
      LOYALTY_TOKEN: await service.machineToken(),
    };
  });
  afterAll(async () => {
    await jobs?.stop();
    await jobsDb?.destroy();
    await server?.stop();
    await service.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (words: readonly string[], more = {}, until?: Parameters<typeof importFile>[2]) =>
    importFile(words, { ...environment, ...more }, until);
  /** The same, with no part after the next one: it is still at work when it is stopped, however quick the machine is. */
  const runOnePart = async (words: readonly string[], until: Parameters<typeof importFile>[2]) => {
    let release = () => {};
    held = { uploads: 0, end: new Promise<void>((resolve) => (release = resolve)) };
    const ended = await run(words, {}, until);
    held = undefined;
    release();
    return ended;
  };
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const named = async (prefix: string) => {
    const { rows } = await sql<{ name: string; count: number }>`
      select fields ->> 'name' as name, count(*) as count from records
      where resource = 'location' and fields ->> 'name' like ${`${prefix}%`} group by 1`.execute(service.db);
    return rows;
  };

  const partsDone = async (file: string) => {
    const answer = await service.app.request('/api/v3/imports/jobs', {
      headers: { Authorization: `Bearer ${environment.LOYALTY_TOKEN}` },
    });
    const { data } = (await answer.json()) as { data: { file_name: string; status: string }[] };
    return data.filter((job) => job.file_name === file && job.status === 'done').length;
  };

  it('shows progress, rate and remaining time, and imports every row once though it is killed and stopped in between', async () => {
    // Without external ids a row that came twice would be there twice.
    const rows = Array.from({ length: ROWS }, (_, at) => `"Stop, ${at}"`);
    const file = await write('stops.csv', `name\r\n${rows.join('\r\n')}\r\n`);
    const words = ['--model', 'locations', '--file', file];
    const killed = await runOnePart(words, (said, child) => {
      if (/\] [1-9]\d* %/.test(said)) child.kill('SIGKILL');
    });
    expect(killed.code).toBeNull();
    const stopped = await runOnePart(words, (said, child) => {
      if (/\] [5-9]\d % .* left/.test(said)) child.kill('SIGINT');
    });
    expect([stopped.code, stopped.printed]).toEqual([130, '']);
    expect(stopped.said).toMatch(/Stopped at [\d,]+ of 2,200 rows\. Run the same command again/);
    expect(stopped.said).toMatch(/\[#+-+\] \d+ % [\d,]+ of 2,200 rows, [\d,]+\/s, \d+ s left/);
    // The service goes on with the part that it has, and the next run finds it done.
    await expect.poll(() => partsDone('stops.csv'), { timeout: 60_000 }).toBe(2);
    const ended = await run(words);
    // Each row is counted once: added by this run, or by the runs before it.
    const [, added, earlier] =
      /^([\d,]+) added, 0 changed, 0 failed\.\n([\d,]+) rows were imported before/.exec(ended.printed) ?? [];
    expect(ended.code).toBe(0);
    expect(earlier).toBe('2,000');
    expect(added).toBe('200');
    // It begins where it was, and reckons from what it does itself.
    expect(ended.said.split('\n')[0]).not.toContain(' 0 of 2,200');
    expect(ended.said.trim().split('\n').at(-1)).toMatch(/^\[#{24}\] 100 % 2,200 of 2,200 rows/);
    const stored = await named('Stop, ');
    expect(stored).toHaveLength(ROWS);
    expect(stored.filter(({ count }) => count !== 1)).toEqual([]);
    const { rows: imports } = await sql`
      select from records where resource = 'import' and fields ->> 'file_name' = 'stops.csv'`.execute(
      service.db,
    );
    expect(imports).toHaveLength(3);
  });

  it('adds nothing for a file that was imported, and says so; another --run imports it again', async () => {
    const file = await write('twice.ndjson', '{"name":"Twice 1"}\n\n{"name":"Twice 2"}\n');
    const words = ['--model', 'location', '--file', file];
    const printed = [
      '2 added, 0 changed, 0 failed.\n',
      '0 added, 0 changed, 0 failed.\n2 rows were imported before from this file: --run NAME imports them again.\n',
    ];
    for (const expected of printed) {
      expect((await run(words)).printed).toBe(expected);
      expect((await named('Twice')).map((one) => one.count)).toEqual([1, 1]);
    }
    await run([...words, '--run', 'second']);
    expect((await named('Twice')).map((one) => one.count)).toEqual([2, 2]);
  });

  it('writes line and reason of failed rows, also to a file; --update changes existing records', async () => {
    const head = 'Kundennummer,email,note\n';
    const words = ['--model', 'profiles', '--map', 'Kundennummer=external_id', '--map', 'note='];
    const first = await write('people.csv', `${head}c-1,one@example.com,"a\nb"\n\nc-2,none,x\n`);
    const failures = path.join(folder, 'failures.csv');
    const ended = await run([...words, '--file', first, '--failures', failures]);
    expect(ended.code).toBe(3);
    expect(ended.printed).toContain('1 added, 0 changed, 1 failed.\n  line 5: ');
    expect(await readFile(failures, 'utf8')).toMatch(/^line,reason\n5,".*email.*"\n$/);
    const next = await write('next.csv', `${head}c-1,new@example.com,\nc-3,three@example.com,\n`);
    const changed = await run([...words, '--file', next, '--update']);
    expect([changed.code, changed.printed]).toEqual([0, '1 added, 1 changed, 0 failed.\n']);
  });

  it('waits for an unavailable service as long as Retry-After says, and continues', async () => {
    const file = await write('away.csv', 'name\nAway 1\n');
    away = true;
    const ended = await run(['--model', 'locations', '--file', file], {}, (said) => {
      if (said.includes('Trying again in 1 s')) away = false;
    });
    away = false;
    expect([ended.code, ended.printed]).toEqual([0, '1 added, 0 changed, 0 failed.\n']);
  });

  it('prints how to continue when the wait limit is reached', async () => {
    const file = await write('gone.csv', 'name\nGone 1\n');
    const words = ['--model', 'locations', '--file', file, '--retry-for', '1'];
    const ended = await run([...words, '--url', 'http://127.0.0.1:9/api']);
    expect(ended.code).toBe(1);
    expect(ended.said).toContain('The service does not answer.');
    expect(ended.said).toContain('0 of 1 rows are imported. Run the same command again');
  });

  it.each([
    ['an unknown model', ['--model', 'passwords', '--file', 'ok.csv'], 'one of profile, transaction'],
    [
      'an unknown column',
      ['--model', 'locations', '--file', 'column.csv'],
      'no field of a location: shoe, hat. A location has: ',
    ],
    [
      'a mapping of no column',
      ['--model', 'location', '--file', 'ok.csv', '--map', 'x=name'],
      'the file has: name',
    ],
    ['a file that is not there', ['--model', 'location', '--file', 'none.csv'], 'There is no file'],
    ['another kind of file', ['--model', 'location', '--file', 'ok.xlsx'], 'neither .csv nor .ndjson'],
    ['a file without rows', ['--model', 'location', '--file', 'empty.csv'], 'holds no rows'],
    ['a row that is too short', ['--model', 'location', '--file', 'short.csv'], 'Line 3 has 1 cells'],
    ['a quote that does not end', ['--model', 'location', '--file', 'quote.csv'], 'Line 2: a quote'],
    ['a line that is no JSON', ['--model', 'location', '--file', 'wrong.ndjson'], 'Line 2: there is no JSON'],
    ['no file', ['--model', 'location'], '--file people.csv'],
    ['an unknown option', ['--modle', 'location'], '--modle'],
  ])('refuses %s, and says what to change', async (_, words, expected) => {
    await write('ok.csv', 'name\nA\n');
    await write('ok.xlsx', '');
    await write('column.csv', 'name,shoe,hat\nA,38,1\n');
    await write('empty.csv', 'name\n');
    await write('short.csv', 'name,short\nA,B\nC\n');
    await write('quote.csv', 'name\n"A\n');
    await write('wrong.ndjson', '{"name":"A"}\nnope\n');
    const at = words.indexOf('--file') + 1;
    const placed = words.map((word, index) => (at > 0 && index === at ? path.join(folder, word) : word));
    const refused = async () => {
      const settings = readSettings(placed, environment);
      if (settings) await createPlan(settings);
    };
    await expect(refused()).rejects.toThrow(ImportProblem);
    await expect(refused()).rejects.toThrow(expected);
  });

  it('sends nothing of an invalid file, and prints no stack', async () => {
    const before = asked;
    const ended = await run(['--model', 'locations', '--file', await write('stack.csv', 'shoe\n38\n')]);
    expect([ended.code, ended.printed]).toEqual([2, '']);
    expect(ended.said).toContain('The file has columns that are no field of a location: shoe.');
    expect(ended.said).not.toContain('    at ');
    expect(asked).toBe(before);
  });

  it('needs a token, and reports when the service refuses it', async () => {
    const file = await write('token.csv', 'name\nA\n');
    const words = ['--model', 'locations', '--file', file];
    const none = await run(words, { LOYALTY_TOKEN: '' });
    expect([none.code, none.said]).toEqual([2, expect.stringContaining('Set LOYALTY_TOKEN')]);
    const wrong = await run(words, { LOYALTY_TOKEN: 'made-up' });
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('refuses the token')]);
    expect(wrong.said).not.toContain('made-up');
  });
});
