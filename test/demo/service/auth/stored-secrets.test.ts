import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import { keysOfFolder, readKeys, seal, unseal } from '../../../../demo/service/auth/secret-keys.ts';
import { sealedSecrets, sealSecrets, secretsOf } from '../../../../demo/service/auth/shop-secrets.ts';
import { hashOf } from '../../../../demo/service/auth/tokens.ts';
import { startService } from '../../../../demo/service/index.ts';
import { seedShop } from '../../../../demo/service/seed/programme.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { freshDatabase, SECRET } from '../../../support/database-fresh.ts';
import { openService, sign, type OpenService } from '../../../support/service-open.ts';

const keyOf = (name: string) => `${name}:${randomBytes(32).toString('base64url')}`;

describe('a dump of the database', () => {
  let service: OpenService;
  const path = { storefront_platform: 'harbour', version: 'v1' };
  const status = async (endpoint: Parameters<OpenService['call']>[0], sent: object) =>
    (await service.call(endpoint, sent)).status;

  /** Every value of every table: texts and bytes, also those inside of JSON and arrays. */
  async function everything(): Promise<(string | Buffer)[]> {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
      service.db,
    );
    const found = new Set<string>();
    const bytes: Buffer[] = [];
    const walk = (value: unknown): void => {
      if (Buffer.isBuffer(value)) bytes.push(value);
      else if (typeof value === 'string') {
        found.add(value);
        for (const part of value.split(/[\s:,;.="]+/)) found.add(part);
      } else if (value instanceof Date || value === null) return;
      else if (typeof value === 'object') for (const one of Object.values(value)) walk(one);
      else found.add(String(value));
    };
    for (const { schema, name } of tables) {
      const { rows } = await sql`select * from ${sql.table(`${schema}.${name}`)}`.execute(service.db);
      rows.forEach(walk);
    }
    return [...[...found].filter((text) => text.length > 4), ...bytes];
  }

  /** The tokens that a reader could derive from a secret and the bytes of the database, in the way of before and in that of now. */
  const derivations = (secret: string | Buffer, seed: Buffer): string[] => [
    createHmac('sha256', secret).update('storefront token\0').update(seed).digest('base64url'),
    createHmac('sha256', secret).update(SECRET).update('\0').update(seed).digest('base64url'),
  ];

  /** Which of the values of a dump sign somebody in, and how. */
  async function signIns(dump: readonly (string | Buffer)[]): Promise<string[]> {
    const { rows } = await sql<{ hash: Buffer }>`
      select hash from tokens where revoked_at is null and coalesce(expires_at > now(), true)`.execute(
      service.db,
    );
    const live = new Set(rows.map(({ hash }) => hash.toString('hex')));
    const isToken = (text: string) => live.has(hashOf(text).toString('hex'));
    const found: string[] = [];
    const seeds = dump.filter((value) => Buffer.isBuffer(value));
    for (const value of dump) {
      const texts = Buffer.isBuffer(value) ? [value.toString('hex'), value.toString('base64url')] : [value];
      for (const text of texts) {
        if (isToken(text)) found.push(`token ${text}`);
        if (!Buffer.isBuffer(value) && seeds.some((seed) => derivations(text, seed).some(isToken)))
          found.push(`derived with ${text}`);
      }
      if (Buffer.isBuffer(value)) continue;
      if (await matchesSignature(value)) found.push(`signature with ${value}`);
    }
    return found;
  }
  /** Whether a secret signs a customer in. The secret of the service is compared first: each real call counts towards a limit. */
  async function matchesSignature(secret: string): Promise<boolean> {
    if (sign('1002', secret) !== sign('1002', SECRET)) return false;
    return (
      (await status(on.storefrontToken, { path, body: { id: '1002', signature: sign('1002', secret) } })) ===
      200
    );
  }

  beforeAll(async () => {
    service = await openService();
    for (const id of ['1001', '1002', '1003']) await service.tokenOf(id);
    await service.machineToken();
  });
  afterAll(() => service.drop());

  it('signs nobody in: no token, no secret and no seed of it is one', async () => {
    const dump = await everything();
    expect(dump.length).toBeGreaterThan(500);
    expect(await signIns(dump)).toEqual([]);
    // Passwords and secrets of clients, in a form in which they could be sent.
    for (const secret of [
      users.machine.password,
      users.machine.clientSecret,
      users.administrator.password,
      SECRET,
    ])
      expect(dump.some((value) => value.includes(secret))).toBe(false);
  });

  it('signs nobody in by a value of it at the endpoints that take a token or a client secret', async () => {
    const rows = await service.db.selectFrom('tokens').select(['hash', 'seed']).execute();
    const shops = await service.db.selectFrom('shops').selectAll().execute();
    const clients = await service.db.selectFrom('clients').select('secret_hash').execute();
    const stored = [
      ...rows.flatMap(({ hash, seed }) => [hash, ...(seed ? [seed] : [])]),
      ...clients.map(({ secret_hash }) => secret_hash),
    ].flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64url')]);
    for (const token of [...stored, ...shops.map(({ secret }) => secret)])
      expect(await status(on.readProfile, { path: { profile: 'profile-1002' }, token })).toBe(401);
    for (const { secret } of shops)
      expect(
        await status(on.storefrontToken, { path, body: { id: '1002', signature: sign('1002', secret) } }),
      ).toBe(401);
  });

  it('gives no token to a reader who knows the secret of the shop', async () => {
    const rows = await service.db.selectFrom('tokens').select(['hash', 'seed']).execute();
    const seeded = rows.filter(({ seed }) => seed !== null);
    expect(seeded.length).toBeGreaterThan(2);
    for (const { seed, hash } of seeded)
      for (const text of derivations(SECRET, seed!)) expect(hashOf(text)).not.toEqual(hash);
  });

  it('twin: with the secrets as they are, a reader signs in', async () => {
    await service.db
      .insertInto('shops')
      .values({ platform: 'plain', version: 'v1', secret: SECRET, previous_secret: null })
      .execute();
    try {
      expect((await signIns(await everything())).join()).toContain('signature with');
    } finally {
      await service.db.deleteFrom('shops').where('platform', '=', 'plain').execute();
    }
  });
});

describe('keys of stored secrets', () => {
  const [old, next] = [keyOf('2026'), keyOf('2027')];
  const place = 'shops.secret of harbour';

  it.each(['', 'nonsense', 'a:short', `${keyOf('a')},`, `${keyOf('a')}:more`, `no name:${'k'.repeat(43)}`])(
    '%j is refused with what to set',
    (text) => {
      expect(() => readKeys(text)).toThrow(/SERVICE_KEYS: each key has a name and 32 bytes in base64url/);
    },
  );

  it('two of one name are refused', () => {
    expect(() => readKeys(`${keyOf('a')},${keyOf('a')}`)).toThrow(/two keys have the same name/);
  });

  it('decrypt what they encrypted, and nothing that was changed or moved to another place', () => {
    const keys = readKeys(next);
    const sealed = seal(keys, 'geheim', place);
    expect(sealed).toMatch(/^sealed:2027:[\w-]+$/);
    expect(sealed).not.toBe(seal(keys, 'geheim', place));
    expect(unseal(keys, sealed, place)).toBe('geheim');
    expect(() => unseal(keys, sealed, 'shops.previous_secret of harbour')).toThrow(/cannot be decrypted/);
    const at = sealed.length - 10;
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => unseal(keys, changed, place)).toThrow(/cannot be decrypted/);
    expect(() => unseal(readKeys(keyOf('2027')), sealed, place)).toThrow(/cannot be decrypted: the key 2027/);
    expect(() => unseal(keys, 'geheim', place)).toThrow(/is not encrypted/);
  });

  it('decrypt no secret in the column or row of another one', () => {
    const keys = readKeys(next);
    const sealed = sealedSecrets(keys, 'harbour', { secret: 'present', previousSecret: 'before' });
    expect(secretsOf(keys, { platform: 'harbour', ...sealed }).previousSecret).toBe('before');
    const { secret, previous_secret } = sealed;
    for (const moved of [
      { platform: 'quay', secret, previous_secret },
      { platform: 'harbour', secret: previous_secret ?? '', previous_secret: null },
      { platform: 'harbour', secret, previous_secret: secret },
    ])
      expect(() => secretsOf(keys, moved)).toThrow(/cannot be decrypted/);
  });

  it('a missing one is named', () => {
    const sealed = seal(readKeys(old), 'geheim', place);
    expect(() => unseal(readKeys(next), sealed, place)).toThrow(
      /shops\.secret of harbour is encrypted with the key 2026, which is not among the 2027 of SERVICE_KEYS/,
    );
  });

  it('of a data folder are made once, also by starts at the same time, and only their owner reads them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loyalty-keys-'));
    try {
      const made = await Promise.all(Array.from({ length: 8 }, () => keysOfFolder(folder)));
      expect(new Set(made.map(([{ key }]) => key.toString('hex'))).size).toBe(1);
      expect((await stat(path.join(folder, 'service.keys'))).mode & 0o777).toBe(0o600);
      expect(await readFile(path.join(folder, 'service.keys'), 'utf8')).toMatch(/^\w{8}:[\w-]{43}\n$/);
      expect(await keysOfFolder(folder)).toEqual(made[0]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe('in the database', () => {
    let service: OpenService;
    const stored = () =>
      service.db.selectFrom('shops').selectAll().where('platform', '=', 'harbour').executeTakeFirstOrThrow();
    const tokenWith = async (keys: string) => {
      const other = await openService({ secretKeys: readKeys(keys) }, { ...service });
      return (
        await other.call(on.storefrontToken, {
          path: { storefront_platform: 'harbour', version: 'v1' },
          body: { id: '1002', signature: sign('1002') },
        })
      ).body?.data?.token;
    };
    beforeAll(async () => {
      service = await openService();
      await service.db
        .updateTable('shops')
        .set({ ...sealedSecrets(readKeys(old), 'harbour', { secret: SECRET }) })
        .execute();
    });
    afterAll(() => service.drop());

    it('a rotation encrypts again with the new key, and signs nobody out', async () => {
      const before = await tokenWith(old);
      // First every process gets the new key as the second one, then as the first one.
      expect(await tokenWith(`${old},${next}`)).toBe(before);
      await seedShop(service.db, readKeys(`${next},${old}`), { secret: SECRET, previousSecret: 'before' });
      expect((await stored()).secret).toMatch(/^sealed:2027:/);
      expect((await stored()).previous_secret).toMatch(/^sealed:2027:/);
      expect(await tokenWith(`${next},${old}`)).toBe(before);
      expect(await tokenWith(`${old},${next}`)).toBe(before);
      // Without the old key there is a new token; the one before is valid until it ends.
      const after = await tokenWith(next);
      expect(after).not.toBe(before);
      for (const token of [before, after])
        expect(
          (await service.call(on.readProfile, { path: { profile: 'profile-1002' }, token })).status,
        ).toBe(200);
    });

    it('a secret of a version without keys is encrypted by the next start', async () => {
      await service.db.updateTable('shops').set({ secret: 'plain', previous_secret: 'plainer' }).execute();
      await sealSecrets(service.db, readKeys(next));
      expect(JSON.stringify(await stored())).not.toContain('plain');
      expect(secretsOf(readKeys(next), await stored())).toEqual({
        secret: 'plain',
        previousSecret: 'plainer',
      });
    });

    it('a start without the key changes nothing and says which is missing', async () => {
      const before = await stored();
      await expect(
        startService({
          databaseUrl: service.url,
          secret: SECRET,
          secretKeys: keyOf('other'),
          shopOrigins: [],
          log: () => {},
        }),
      ).rejects.toThrow(/is encrypted with the key 2027, which is not among the other of SERVICE_KEYS/);
      expect(await stored()).toEqual(before);
    });

    it('are required for a database of others where others reach the service', async () => {
      const database = await freshDatabase({ empty: true });
      const start = startService({
        host: '0.0.0.0',
        databaseUrl: database.url,
        secret: 'a secret of this shop',
        shopOrigins: [],
        log: () => {},
      });
      await expect(start).rejects.toThrow(/^SERVICE_KEYS is not set/);
      await database.drop();
    });
  });
});
