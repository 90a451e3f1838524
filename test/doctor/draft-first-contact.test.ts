import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { agreeing } from '../other-tenant/service/agreeing.ts';
import type { Dialect, Kinds } from '../other-tenant/service/dialect.ts';
import { startTenant, type Tenant } from '../other-tenant/service/start.ts';
import { run, type Ran } from './support/run.ts';

// Services of which nothing is seen before a draft has its first line: no token, or no profile of the customer.

let tenant: Tenant | undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
afterEach(async () => {
  await tenant?.stop();
  tenant = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const bySecret = async (dialect: Partial<Dialect>, ...more: string[]): Promise<Ran> => {
  tenant ??= await startTenant({ ...agreeing, ...dialect }, { requestsPerMinute: Infinity });
  const { baseUrl, platform, secret } = tenant;
  const given = ['--base-url', baseUrl, '--platform', platform, '--customer-id', '1001'];
  return run([...given, '--secret-env', 'SECRET', ...more], { SECRET: secret });
};

const inSeconds = (expires: Date): number => Math.round((expires.getTime() - Date.now()) / 1_000);
const words = ({ type, value }: Kinds['identity']) => ({ kind: type.toUpperCase(), externalValue: value });
const identityAs = (identity: Dialect['write']['identity']): Partial<Dialect> => ({
  write: { ...agreeing.write, identity },
});

const SIGNED_IN_BASE64: Partial<Dialect> = { signatureEncoding: 'base64' };
const BARE_TOKEN: Partial<Dialect> = {
  storefrontToken: (token, _member, expires) => ({ accessToken: token, expiresIn: inSeconds(expires) }),
};
const OTHER_IDENTITIES = identityAs((identity) => ({ profileId: identity.member.id, ...words(identity) }));

/** What differs, and lines that the draft has because of it. */
const FIRST_CONTACTS: Readonly<Record<string, readonly [Partial<Dialect>, readonly RegExp[]]>> = {
  'signatures in Base64': [SIGNED_IN_BASE64, [/signature: \(\{ signature \}\) =>/]],
  'a token in access_token': [
    {
      storefrontToken: (token, _member, expires) => ({ data: { access_token: token, expires_at: expires } }),
    },
    [/token: '\/access_token'/, /expiry: '\/expires_at'/],
  ],
  'a bare token with its lifetime': [
    BARE_TOKEN,
    [/data: ''/, /token: '\/accessToken'/, /expiry: \{ from: '\/expiresIn', as: 'lifetime' \}/],
  ],
  'a token inside another record': [
    { storefrontToken: (token) => ({ result: { jwt: token } }) },
    [/data: '\/result'/, /token: '\/jwt'/],
  ],
  'identities with other names': [
    OTHER_IDENTITIES,
    [
      /id: '\/profileId'/,
      /value: '\/externalValue'/,
      /namespace: \{ from: '\/kind', values: \{ SHOP: 'acme-shop' \} \}/,
    ],
  ],
  'a search that answers the profile with its identities': [
    identityAs((identity) => ({ profile: { uuid: identity.member.id }, identities: [words(identity)] })),
    [/id: '\/profile\/uuid'/, /identities: \{ from: '\/identities', each: \{ value: '\/externalValue'/],
  ],
  'all of it': [
    { ...SIGNED_IN_BASE64, ...BARE_TOKEN, ...OTHER_IDENTITIES },
    [/signature:/, /token:/, /namespace:/],
  ],
};

describe.each(Object.entries(FIRST_CONTACTS))('the draft for %s', (_, [dialect, lines]) => {
  it('has the lines without which nothing is seen, and makes all elements work', async () => {
    const { out, error, files } = await bySecret(dialect);
    expect(error).toBe('');
    expect(out).toMatch(/With a draft of \d+ lines, 23 of 25 elements work \(without it 0\)/);
    expect(out.match(/^.*, with the draft/gm)).toEqual([
      expect.stringContaining('Answers compared with each other'),
      expect.stringContaining('Connection'),
    ]);
    const draft = files.get('tenant.draft.mjs')!;
    for (const line of lines) expect(draft).toMatch(line);
    const again = await bySecret(dialect, '--tenant', loadable(draft));
    expect(again.out).toMatch(/^23 of 25 elements work/m);
  });
});

describe('the draft for texts in several languages', () => {
  it('reads those of the page, in a map and in a list', async () => {
    const { write } = agreeing;
    const { out, error, files } = await bySecret({
      write: {
        ...write,
        rewardDefinition: (definition, own) => ({
          ...write.rewardDefinition(definition, own),
          name: { en: definition.name, de: 'Prämie' },
          short_description: [{ locale: 'en', text: definition.text }],
        }),
      },
    });
    expect(error).toBe('');
    expect(out).toMatch(/With a draft of \d+ lines, 23 of 25 elements work/);
    expect(out).toContain('Answers compared with each other');
    expect(out).not.toContain(', with the draft');
    const draft = files.get('tenant.draft.mjs')!;
    expect(draft).toContain("name: { from: '/name', byLanguage: true }");
    expect(draft).toContain(
      "short_description: { from: '/short_description', byLanguage: { tag: '/locale', text: '/text' } }",
    );
    const again = await bySecret({}, '--tenant', loadable(draft));
    expect(again.out).toMatch(/^23 of 25 elements work/m);
  });
});

describe('the doctor on a service that differs in nothing at its first contact', () => {
  it('drafts no line of signatures, tokens or identities', async () => {
    const { files } = await bySecret({});
    expect(files.get('tenant.draft.mjs')).not.toMatch(/auth\.token|identities|signature/);
  });
});

describe('the draft where identities of two kinds have the customer id', () => {
  it('has no line of their kind, because either can be another person', async () => {
    tenant = await startTenant({ ...agreeing, ...OTHER_IDENTITIES }, { requestsPerMinute: Infinity });
    const card = { id: tenant.world.id('identity'), type: 'card' as const, value: '1001' };
    tenant.world.member('1001').identities.unshift(card);
    const { files } = await bySecret({});
    expect(files.get('tenant.draft.mjs')).not.toMatch(/namespace/);
  });
});

/** Writes a draft where it can be imported. The package is not installed here: it imports its source. */
function loadable(draft: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-')), 'tenant.draft.mjs');
  const source = pathToFileURL(path.resolve('src/services/transport/tenant/tenant-file.ts')).href;
  writeFileSync(file, draft.replace('loyalty-elements/tenant', source));
  return file;
}
