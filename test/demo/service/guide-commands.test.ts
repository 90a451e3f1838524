import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type RunningServer } from '../../../demo/service/api/server.ts';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../support/service-jobs.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

// The commands that guides show, run by a shell against the service. Ids and tokens are those of the answers before.

const GUIDES = 'docs/guides';

/** Commands that this file does not run: what they need, or the test that runs them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm start': 'test/demo/start-options.test.ts',
  'npm start -- --origin': 'test/demo/start-options.test.ts',
  'npm run docs': 'test/site/build-site.ts',
  'SERVICE_KEYS=': 'test/demo/service/auth/stored-secrets.test.ts reads keys of this form',
  'apt-get install firefox-esr': 'rights of root, and a browser of the system',
  'npm install loyalty-elements && npm run build': 'npm run test:examples -- edge',
  'npm install loyalty-elements': 'test/outside/install-package.ts',
  'npx esbuild browser.js': 'test/support/ssr-project.ts',
  'aws s3 sync': 'an account at a cloud',
  'curl -sI': 'an address of the reader',
  'docker build': 'test/support/proxy-image.ts, with buildah',
  'mkdir -p /opt/loyalty-proxy': 'rights of root, and systemd',
  'SHOPIFY_SHOP=': 'test/docs/proxy-guide.test.ts reads settings; a shop at Shopify',
  'LOYALTY_BASE_URL=https://api.acme.example.com/api': 'test/outside/proxy-command.test.ts',
  'npx -p loyalty-elements loyalty-doctor': 'test/outside/doctor-command.test.ts',
};

/** `sh` blocks of a guide, also those in lists, without their indentation. */
async function commandsOf(guide: string): Promise<string[]> {
  const text = await readFile(`${GUIDES}/${guide}`, 'utf8');
  return [...text.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

interface Ran {
  readonly status: number;
  readonly output: string;
  readonly problems: string;
}

describe('commands of the guides', () => {
  let service: OpenService;
  let server: RunningServer;
  let folder: string;
  let environment: Record<string, string>;
  const started = new Set<string>();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-guides-'));
    service = await openService({ syncDirectory: folder });
    server = await listen(() => service.app, { host: '127.0.0.1', port: 0 });
    const token = await service.machineToken();
    environment = {
      BASE: `http://127.0.0.1:${server.port}/api`,
      TOKEN: token,
      LOYALTY_TOKEN: token,
      DATABASE_URL: service.url,
    };
  });
  afterAll(async () => {
    await server?.stop();
    await service?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command as a reader would; `curl` fails for an answer of 400 or more, and prints each answer on a line. */
  const run = (command: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    new Promise((resolve) => {
      const curl = 'curl() { command curl --silent --show-error --fail-with-body "$@" && echo; }';
      execFile(
        'bash',
        ['-e', '-c', `${curl}\n${command}`],
        { env: { ...process.env, ...environment, ...more } },
        (error, output, problems) => resolve({ status: error ? Number(error.code) : 0, output, problems }),
      );
    });
  async function command(guide: string, start: string): Promise<string> {
    const found = (await commandsOf(guide)).filter((one) => one.includes(start));
    expect(found, `${guide}: ${start}`).toHaveLength(1);
    started.add(`${guide}: ${found[0]}`);
    return found[0]!;
  }
  const answers = ({ output }: Ran) =>
    output
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { data: Record<string, unknown> });

  it('read the redemptions of a profile', async () => {
    const ran = await run(await command('api.md', '/redemptions?'));
    expect(ran).toMatchObject({ status: 0, problems: '' });
    expect(answers(ran)[0]).toHaveProperty('meta');
  });

  it('import a file, and say the second time that its rows are there', async () => {
    const file = path.join(folder, 'people.csv');
    await writeFile(file, 'email\nguide-1@example.com\nguide-2@example.com\n');
    const shown = await command('api.md', 'npm run import');
    const words = shown
      .replace('LOYALTY_TOKEN=… ', '')
      .replace('https://api.acme.example.com/api', environment['BASE']!)
      .replace('people.csv', file);
    const jobs = setInterval(() => void runDueJobs(service), 300);
    const ran = await run(words);
    const again = await run(words);
    clearInterval(jobs);
    expect(ran.output).toContain('2 added, 0 changed, 0 failed.');
    expect(again.output).toContain('0 added, 0 changed, 0 failed.\n2 rows were imported before');
  });

  it('open a shared list, reserve, change and cancel', async () => {
    const token = await service.tokenOf('1003');
    const path = { profile: 'profile-1003', list: 'guide-wedding' };
    const body = { type: 'registry', handle: path.list, name: 'Wedding', event_at: '2031-05-01' };
    const list = await service.call(on.addList, { path, body, token });
    expect(list.status).toBe(200);
    const wanted = { product_id: 'hp-1001', quantity: 3 };
    const item = await service.call(on.addListItem, { path, token, body: wanted });
    const share = await service.call(on.addProfileListShare, { path, token, body: {} });
    const ids = { HANDLE: String(share.body.data.handle), ITEM: String(item.body.data.id) };
    const reserved = await run(await command('registries.md', '-X POST'), ids);
    expect(reserved).toMatchObject({ status: 0, problems: '' });
    const { id, secret } = answers(reserved)[1]!.data;
    const changed = await run(await command('registries.md', '-X PUT'), {
      ...ids,
      ID: String(id),
      SECRET: String(secret),
    });
    expect(changed).toMatchObject({ status: 0, problems: '' });
  });

  it('connect a shop platform, import its files and show its key', async () => {
    await mkdir(path.join(folder, 'our-shop'));
    const shown = await command('sync.md', 'connections/definitions');
    const [first = '', second = ''] = shown.split(/\n(?=curl)/);
    const definition = await run(first);
    expect(definition).toMatchObject({ status: 0, problems: '' });
    const connected = await run(second, { DEFINITION: String(answers(definition)[0]!.data['id']) });
    expect(connected).toMatchObject({ status: 0, problems: '' });
    const text = await readFile(`${GUIDES}/sync.md`, 'utf8');
    const [customers, orders] = [...text.matchAll(/```json\n([^]*?)```/g)].map(
      ([, json = '']) => `${JSON.stringify(JSON.parse(json))}\n`,
    );
    await writeFile(path.join(folder, 'our-shop', 'customers.ndjson'), customers!);
    await writeFile(path.join(folder, 'our-shop', 'orders.ndjson'), orders!);
    const authorized = '-H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json"';
    const synchronised = await run(`curl -X POST "$BASE/v3/profiles/sync" ${authorized} -d '{}'`);
    expect(synchronised).toMatchObject({ status: 0, problems: '' });
    const key = await run('npx tsx demo/service/events/log.ts --key extension:our-shop');
    expect(key).toMatchObject({ status: 0, problems: '' });
    expect(key.output).toMatch(/^whsec_|\S{20,}/);
  });

  it('show the log of a webhook, and say why a delivery cannot be sent again', async () => {
    const shown = (await command('webhooks.md', '--replay')).replaceAll('DATABASE_URL=… ', '');
    const [log = '', replay = ''] = shown.split('\n');
    expect(await run(log)).toMatchObject({ status: 0, problems: '' });
    const unknown = await run(replay.replace('42', '4242'));
    expect(unknown.status).toBe(1);
    expect(unknown.problems).toMatch(/^There is no delivery 4242 [^\n]*\n$/);
    const word = await run(replay.replace('42', 'msg_1'));
    expect([word.status, word.problems]).toEqual([
      2,
      '--replay takes the number in the first column of the log, not "msg_1".\n',
    ]);
  });

  it('are run here, or it is said where or why not', async () => {
    const guides = await readdir(GUIDES);
    const shown = await Promise.all(
      guides.map(async (guide) => (await commandsOf(guide)).map((code) => ({ guide, code }))),
    );
    const left = shown
      .flat()
      .filter(({ guide, code }) => !started.has(`${guide}: ${code}`))
      .filter(({ code }) => !Object.keys(ELSEWHERE).some((start) => code.startsWith(start)));
    expect(left).toEqual([]);
    for (const where of Object.values(ELSEWHERE)) {
      const [file] = /^test\/\S+\.ts/.exec(where) ?? [];
      if (file) expect(await readFile(file, 'utf8').then(Boolean, () => false), file).toBe(true);
    }
  });
});
