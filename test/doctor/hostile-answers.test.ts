import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../src/doctor/secrets.ts';
import { escaped, isTooDeep, MAX_ANSWER_BYTES, MAX_DEPTH, MAX_PAGE_BYTES } from '../../src/doctor/limits.ts';
import { limitNesting } from '../../src/doctor/page/limit-nesting.ts';
import { createMapping } from '../../src/services/transport/tenant/mapping.ts';
import { profileBalances } from '../../src/services/contract/endpoints/first-requests.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { run, type Ran } from './support/run.ts';
import { answering, type Answer, type AnsweringServer } from './support/servers.ts';

// A service or page that wants to mislead who reads the report, or to end the doctor.

const TOKEN = 'Canary+token/4711-abcXYZ';
let server: AnsweringServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  server = folder = undefined;
});

/** The doctor on a service that answers requests for a path so, and others with nothing that counts. */
async function examined(answers: Readonly<Record<string, Answer>>, ...more: string[]): Promise<Ran> {
  server = await answering(({ url = '' }) => {
    const found = Object.entries(answers).find(([part]) => url.includes(part));
    return found?.[1] ?? { body: '{"data":[]}' };
  });
  return run(['--base-url', server.address, '--token', TOKEN, '--profile', 'p-1', ...more]);
}
const json = (value: unknown): string => JSON.stringify(value);
function* endless(bytes: number): Generator<string> {
  const part = 'x'.repeat(64_000);
  yield '{"data":"';
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
}
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const FORGED = 'No.\n23 of 25 elements work.\r\u001b[2J\u202ekrow\u2069\u2028 ok  all is well\u0085';

describe('a text of the service', () => {
  it.each([[[]], [['--json']]])('cannot write a line of its own, nor steer a terminal: %j', async (more) => {
    const body = json({ message: FORGED, data: { [FORGED]: FORGED } });
    const { out, error } = await examined({ '/balances': { status: 403, body }, '/tier': { body } }, ...more);
    expect(out).toContain('23 of 25 elements work.');
    expect(out).not.toMatch(/^\W*23 of 25 elements work/m);
    expect(out + error).not.toMatch(RAW);
    expect(out).toContain('\\u202e');
  });

  it('is one line of what is said before the report, too', async () => {
    const { error } = await examined({ '/': { status: 401, body: json({ message: FORGED }) } });
    expect(error.trimEnd().split('\n')).toHaveLength(1);
    expect(error).not.toMatch(RAW);
  });

  it('is in the draft what it is in the answer, whatever it holds', async () => {
    const name = "points\n\u2028available'\\";
    const answers = { '/balances': { body: json({ data: { [name]: 1250 } }) } };
    const { files } = await examined(answers, '--expect', 'points=1250');
    const draft = files.get('tenant.draft.mjs')!;
    expect(draft).not.toMatch(RAW);
    folder = mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
    const file = path.join(folder, 'tenant.draft.mjs');
    const source = pathToFileURL(path.resolve('src/services/transport/tenant/tenant-file.ts')).href;
    writeFileSync(file, draft.replace('loyalty-elements/tenant', source));
    const { default: tenantFile } = (await import(pathToFileURL(file).href)) as { default: TenantFile };
    const ask = async () => ({ body: { data: { [name]: 1250 } } });
    const reply = await createMapping(tenantFile).call(profileBalances, { profile: 'p' } as never, ask);
    expect(reply).toMatchObject({ data: { points: { available: 1250 } } });
  });

  it('keeps letters of every script', () => {
    expect(escaped('Zürich 日本 العربية 🎁')).toBe('Zürich 日本 العربية 🎁');
  });
});

describe('an answer', () => {
  it('of 40,000 nested arrays is not read, and the report says so', async () => {
    const body = `{"data":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    const { out, files } = await examined({ '/balances': { body } }, '--har', 'a.har');
    expect(out).toMatch(/GET \/v3\/profiles\/p-1\/balances: the answer has more than 100 arrays and records/);
    expect(files.get('a.har')).toContain('[the answer has more than 100 arrays');
  });

  it('is too deep beyond the limit alone, whatever its texts hold', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(isTooDeep(nested(MAX_DEPTH))).toBe(false);
    expect(isTooDeep(nested(MAX_DEPTH + 1))).toBe(true);
    expect(isTooDeep(json(['['.repeat(1_000), '\\"{'.repeat(1_000)]))).toBe(false);
    expect(isTooDeep(`[${'[],'.repeat(1_000)}[]]`)).toBe(false);
  });

  it('without end is received up to the limit, and the report says so', async () => {
    const { out } = await examined({ '/balances': { body: () => endless(390_000_000) } });
    expect(out).toMatch(/balances: the answer is larger than 2 MB, and was not read/);
    expect(server!.sentBytes()).toBeLessThan(MAX_ANSWER_BYTES * 10);
  });

  it('that all requests get and nobody reads is said first', async () => {
    const { code, error } = await examined({ '/': { body: () => endless(20_000_000) } });
    expect(code).toBe(1);
    expect(error).toMatch(/^Nothing of the service at \S+ was read: its answer is larger than 2 MB/);
  });
});

describe('a page', () => {
  const examinePage = async (body: Answer['body']): Promise<Ran> => {
    server = await answering(() => ({ type: 'text/html', body }));
    return run(['page', `${server.address}/`]);
  };

  it.each([
    ['div', '<div>'],
    ['b', '<b>'],
    ['parts of SVG', '<svg><input>'],
    ['tables', '<table><tr><td>'],
  ])('of 200,000 nested tags is read up to the limit: %s', async (_, tags) => {
    const { code, out } = await examinePage(`<body><loyalty-provider>${tags.repeat(200_000)}`);
    expect(code).toBe(1);
    expect(out).toMatch(/nested too deep: what comes after the first one was not read/);
  });

  it('without end is received up to the limit', async () => {
    const { out } = await examinePage(function* () {
      yield '<body>';
      for (let at = 0; at < 6_000; at++) yield 'text '.repeat(12_000);
    });
    expect(out).toContain('larger than 5 MB');
    expect(server!.sentBytes()).toBeLessThan(MAX_PAGE_BYTES * 5);
  });

  it('whose connection ends is no page', async () => {
    const gone = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000 });
      response.write('<body>', () => response.destroy());
    });
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    const { code, error } = await run(['page', `http://127.0.0.1:${port}/`]);
    gone.close();
    expect([code, error]).toEqual([2, expect.stringMatching(/^There is no answer from http/)]);
  });

  it('of a shop is read whole', () => {
    const list = '<ul>' + '<li><a href="#">One</a><br><img src="a"><p>Two'.repeat(2_000) + '</ul>';
    const drawing = '<svg>' + '<path d="M0 0"/>'.repeat(2_000) + '</svg>';
    const script = `<script>${'if (a<b) "<div>";'.repeat(2_000)}</script><!-- ${'<div>'.repeat(2_000)} -->`;
    const page = `<!doctype html><body>${list}${drawing}${script}${'<div><b>x</b></div>'.repeat(2_000)}`;
    expect(limitNesting(page)).toBe(page);
  });
});

describe('a token', () => {
  const reflected = (token: string): Readonly<Record<string, string>> => ({
    'as it is': token,
    'in capitals': token.toUpperCase(),
    'in small letters': token.toLowerCase(),
    reversed: Array.from(token).reverse().join(''),
    'reversed in capitals': Array.from(token.toUpperCase()).reverse().join(''),
    'in an address': encodeURIComponent(token),
    'in hexadecimal digits': Buffer.from(token).toString('hex'),
    'in Base64': Buffer.from(token).toString('base64'),
    'in Base64 for addresses': Buffer.from(token).toString('base64url'),
    'in Base64 after one character': Buffer.from(`:${token}:x`).toString('base64'),
    'in Base64 after two characters': Buffer.from(`a:${token}:xy`).toString('base64url'),
  });
  const forms = Object.entries(reflected(TOKEN));

  it.each(forms)('is hidden %s', (_, form) => {
    const secrets = createSecrets();
    secrets.add(TOKEN);
    const shown = secrets.hide(`before ${form} after`);
    expect(shown).toMatch(/^before .*\[hidden\].* after$/);
    expect(shown.length).toBeLessThan('before [hidden] after'.length + 9);
  });

  it('is in no file and no line where the service reflects it', async () => {
    const body = json({ message: forms.map(([, form]) => form).join(' '), data: [{ note: forms }] });
    const { out, error, files } = await examined(
      { '/balances': { status: 403, body }, '/tier': { body } },
      '--har',
      'all.har',
    );
    const all = [out, error, ...files.values()].join('\n');
    expect(all).toContain('[hidden]');
    for (const [, form] of forms) expect(all.toLowerCase()).not.toContain(form.slice(3, -3).toLowerCase());
  });

  it('is hidden by the name of its field as a number, in a record, in a list, and in a header', async () => {
    const body = json({ data: { pin: 4711, token: { value: 'inner-secret' }, vouchers: ['first-voucher'] } });
    const { files } = await examined({ '/balances': { body } }, '--har', 'all.har');
    const har = files.get('all.har')!;
    for (const secret of ['4711,', 'inner-secret', 'first-voucher']) expect(har).not.toContain(secret);
    expect(har).toContain('\\"value\\":\\"[hidden]\\"');
  });
});
