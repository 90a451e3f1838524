import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { progressLine } from '../../../../demo/progress.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../../../support/database-fresh.ts';

const PROFILES = 6_000;
const CHUNK = 100;

describe('npm run seed', () => {
  let database: FreshDatabase;

  /** Starts the command; kills it when `until` is true for the output, which is checked after every line. */
  async function run(until: (output: string, child: ChildProcess) => void = () => {}) {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        'demo/service/seed/command.ts',
        '--profiles',
        String(PROFILES),
        '--chunk',
        String(CHUNK),
      ],
      {
        env: { ...process.env, DATABASE_URL: database.url, SHOP_SECRET: SECRET, SERVICE_KEYS: KEYS },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    let printed = '';
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString();
      until(output, child);
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, output, printed };
  }
  const stored = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select position from seed_positions where name = 'generated-profiles') as position, count(*) as profiles,
        (select count(*) from point_entries where profile_id like 'generated-%' and kind = 'earn') as earned,
        (select count(*) from identities where profile_id like 'generated-%') as identities
      from profiles where id like 'generated-%'`.execute(database.db);
    return rows[0] ?? {};
  };

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('stores whole transactions with their position when it is killed', async () => {
    const { code } = await run((output, child) => {
      if (/\b[1-9]\d* %/.test(output)) child.kill('SIGKILL');
    });
    expect(code).toBeNull();
    const { position = 0, profiles, earned, identities } = await stored();
    expect(position).toBeGreaterThan(0);
    expect(position).toBeLessThan(PROFILES);
    expect(position % CHUNK).toBe(0);
    expect([profiles, earned, identities]).toEqual([position, position * 12, position]);
  });

  it('continues where it stopped, prints rate and time left on stderr, and generates no profile twice', async () => {
    // A profile that was purged in the meantime is not generated again.
    await sql`delete from profiles where id = 'generated-7'`.execute(database.db);
    const { position: before = 0 } = await stored();
    const { code, output, printed } = await run();
    expect(code).toBe(0);
    expect(printed).toBe('');
    expect(output.split('\n')[0]).toContain(`${before.toLocaleString('en')} of 6,000 profiles`);
    expect(output).toMatch(/\[#+-+\] \d+ % [\d,]+ of 6,000 profiles, [\d,]+\/s, \d+ s left/);
    expect(output.trim().split('\n').at(-1)).toMatch(/^\[#{24}\] 100 % 6,000 of 6,000 profiles/);
    expect(await stored()).toMatchObject({
      position: PROFILES,
      profiles: PROFILES - 1,
      identities: PROFILES - 1,
    });
  });

  it('changes nothing when all profiles exist', async () => {
    const before = await stored();
    expect((await run()).code).toBe(0);
    expect(await stored()).toEqual(before);
  });

  it('estimates the time left from the profiles that this run generated', () => {
    let clock = 0;
    const line = progressLine({ total: 1_000, unit: 'profiles', now: () => clock });
    expect(line(500)).toBe('[############------------] 50 % 500 of 1,000 profiles');
    clock = 2_000;
    expect(line(700)).toBe('[#################-------] 70 % 700 of 1,000 profiles, 100/s, 3 s left');
    const slow = progressLine({ total: 100_000, unit: 'rows', now: () => clock });
    slow(0);
    clock += 1_000;
    expect(slow(10)).toContain('10/s, 2 h 46 min left');
    expect(progressLine({ total: 0, unit: 'rows' })(0)).toContain('100 %');
  });
});
