import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../demo/free-port.ts';
import { shop } from '../../../demo/sample/shop.ts';
import { users } from '../../../demo/sample/users.ts';
import { listen, type RunningServer } from '../../../demo/service/api/server.ts';
import { readKeys } from '../../../demo/service/auth/secret-keys.ts';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { localServer } from '../../support/client-server.ts';
import { freshDatabase, KEYS, SECRET } from '../../support/database-fresh.ts';
import { runDueJobs } from '../../support/service-jobs.ts';
import { openService, type OpenService } from '../../support/service-open.ts';
import { startProcess } from '../../support/start-process.ts';

// The commands that documents show, run by a shell against the service. Ids and tokens are those of the answers before.

/** Commands that are not run here, by their start: what they need, or the file that runs them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm start': 'test/e2e/own-page.test.ts',
  'LOYALTY_BASE_URL=… UPSTASH_REDIS_REST_URL=… npm start': 'test/examples/edge.ts',
  'npm install loyalty-elements':
    'a registry that has the package; test/outside/install-package.ts installs the packed one',
  'npm install --save-dev esbuild': 'a registry',
  'npx esbuild browser.js': 'test/support/ssr-project.ts',
  'SHOPIFY_SHOP=acme.myshopify.com SHOPIFY_CLIENT_ID=':
    'a shop at Shopify; test/platforms/shopify-store-secret.test.ts runs the command against a stub',
  'npm run docs': 'test/site/build-site.ts',
  'npx tsx scripts/element-pictures.ts': 'a run of its own: it writes pictures',
  'docker build': 'a daemon of Docker; test/support/proxy-image.ts builds with buildah',
  'docker run': 'a daemon of Docker; test/platforms/proxy-image.test.ts runs the image',
  'curl http://127.0.0.1:8080/ready': 'test/proxy/entries.test.ts',
  'mkdir -p /opt/loyalty-proxy': 'rights of root, and a registry',
  'install -m 600': 'rights of root',
  'cp loyalty-proxy.service': 'rights of root, and systemd',
  'apt-get install': 'rights of root',
  'aws s3 sync': 'an account at a cloud',
  'npm test': 'a run of its own',
  'npm run check': 'a run of its own',
  'npm run test:': 'a run of its own',
  'npx wtr --': 'a run of its own',
  'npx vitest': 'a run of its own',
};

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');

/** Commands of the `sh` blocks of a document, also of those in lists: without indentation, continued lines as one command. */
async function commandsOf(document: string): Promise<string[]> {
  const text = await readFile(document, 'utf8');
  return [...text.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].flatMap(([, indent = '', code = '']) =>
    code
      .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      .trim()
      .split(/(?<!\\)\n(?! )/),
  );
}

interface Ran {
  readonly status: number;
  readonly output: string;
  readonly problems: string;
}

/**
 * Runs before each command. `curl` fails for an answer of 400 or more, and prints each answer on a line; the commands of the package
 * run from its source, like those of the service.
 */
const PRELUDE = `
  curl() { command curl --silent --show-error --fail-with-body "$@" && echo; }
  npx() {
    case "$*" in
      'tsx '*) shift; exec node --import tsx "$@" ;;
      '-p loyalty-elements loyalty-'*) program=src/\${3#loyalty-}/main.ts; shift 3; exec node --import tsx "$program" "$@" ;;
      *) command npx "$@" ;;
    esac
  }`;

describe('commands of the documents', () => {
  let service: OpenService;
  let server: RunningServer;
  let folder: string;
  let environment: Record<string, string>;
  const run = new Set<string>();
  /** Values instead of those of the examples, where one of this machine is needed. */
  const local = (shown: string) =>
    shown
      .replaceAll('https://api.acme.example.com/api', environment['BASE']!)
      .replaceAll('acme-shop', shop.platform);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-guides-'));
    service = await openService({ syncDirectory: folder, shopOrigins: ['https://shop.example.com'] });
    server = await listen(() => service.app, { host: '127.0.0.1', port: 0 });
    const token = await service.machineToken();
    environment = {
      BASE: `http://127.0.0.1:${server.port}/api`,
      TOKEN: token,
      LOYALTY_TOKEN: token,
      DATABASE_URL: service.url,
      SHOP_SECRET: SECRET,
      SERVICE_KEYS: KEYS,
    };
  });
  afterAll(async () => {
    await server?.stop();
    await service?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command as a reader would: its ellipses stand for variables that the environment has. */
  const bash = (command: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(
        'bash',
        [
          '-e',
          '-c',
          `${PRELUDE}\n${command.replaceAll(/\b[A-Z_]+=… /g, '').replaceAll('Bearer …', 'Bearer key')}`,
        ],
        { env: { ...process.env, ...environment, ...more } },
        (error, output, problems) => resolve({ status: error ? Number(error.code) : 0, output, problems }),
      );
    });
  /** The only command of the document with these words. */
  async function command(document: string, words: string): Promise<string> {
    const found = (await commandsOf(document)).filter((one) => one.includes(words));
    expect(found, `${document}: ${words}`).toHaveLength(1);
    run.add(`${document}: ${found[0]}`);
    return found[0]!;
  }
  const works = async (shown: string, more: Readonly<Record<string, string>> = {}) => {
    const ran = await bash(shown, more);
    expect(ran).toMatchObject({ status: 0, problems: '' });
    return ran.output;
  };
  const answers = (output: string) =>
    output
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { data: Record<string, unknown> });

  it('start the service alone, with a key for the secrets of its database', async () => {
    const key = await command('docs/guides/api.md', 'SERVICE_KEYS=');
    const keys = (await works(`${key}; echo "$SERVICE_KEYS"`)).trim();
    expect(readKeys(keys)).toHaveLength(1);
    const shown = (await command('docs/guides/api.md', 'demo/service/main.ts')).replace('4010', '0');
    const database = await freshDatabase();
    const started = await startProcess(['-c', `${PRELUDE}\n${shown}`], {
      program: 'bash',
      env: {
        ...process.env,
        SHOP_SECRET: SECRET,
        SERVICE_KEYS: `${keys},${KEYS}`,
        DATABASE_URL: database.url,
      },
      ready: /^Service: (\S+)$/m,
    });
    expect((await fetch(`${started.ready}/openapi.json`)).status).toBe(200);
    expect(await started.end()).toBe(0);
    await database.drop();
  });

  it('read the redemptions of a profile', async () => {
    const output = await works(await command('docs/guides/api.md', '/redemptions?'));
    expect(answers(output)[0]).toHaveProperty('meta');
  });

  it('import a file, and say the second time that its rows are there', async () => {
    const file = path.join(folder, 'people.csv');
    await writeFile(file, 'email\nguide-1@example.com\nguide-2@example.com\n');
    const shown = local(await command('docs/guides/api.md', 'npm run import')).replace('people.csv', file);
    const jobs = setInterval(() => void runDueJobs(service), 300);
    const ran = await bash(shown);
    const again = await bash(shown);
    clearInterval(jobs);
    expect(ran.output).toContain('2 added, 0 changed, 0 failed.');
    expect(again.output).toContain('0 added, 0 changed, 0 failed.\n2 rows were imported before');
  });

  it('move members and points from another programme', async () => {
    const guide = 'docs/guides/moving.md';
    const files = {
      'customers.csv': await readFile('test/real-files/exports/shopify-customers.csv', 'utf8'),
      'points.csv': 'Email,Points balance\nguide-1@example.com,"1,250"\nguide-9@example.com,5\n',
      'members.csv': 'Customer email,Customer name,Loyalty points\nguide-2@example.com,Anna,90\n',
    };
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
    const here = (shown: string) =>
      `export LOYALTY_URL="$BASE"; ${shown.replaceAll(/\b(?=\w+\.csv)/g, `${folder}/`)}`;
    const jobs = setInterval(() => void runDueJobs(service), 300);
    const customers = await bash(here(await command(guide, 'shopify-customers')));
    const points = await bash(here(await command(guide, 'smile-points')));
    const others = await bash(here(await command(guide, '--model point')));
    clearInterval(jobs);
    expect(customers.output).toContain('2 added, 0 changed, 0 failed.');
    expect(points.output).toContain('1 added, 0 changed, 1 failed.');
    expect(await readFile(path.join(folder, 'failed.csv'), 'utf8')).toContain(
      '3,"There is no such profile."',
    );
    expect(others.output).toContain('1 added, 0 changed, 0 failed.');
  });

  it('open a shared list, reserve, change and cancel', async () => {
    const guide = 'docs/guides/registries.md';
    const token = await service.tokenOf('1003');
    const path = { profile: 'profile-1003', list: 'guide-wedding' };
    const body = { type: 'registry', handle: path.list, name: 'Wedding', event_at: '2031-05-01' };
    const list = await service.call(on.addList, { path, body, token });
    expect(list.status).toBe(200);
    const wanted = { product_id: 'hp-1001', quantity: 3 };
    const item = await service.call(on.addListItem, { path, token, body: wanted });
    const share = await service.call(on.addProfileListShare, { path, token, body: {} });
    const ids = { HANDLE: String(share.body.data.handle), ITEM: String(item.body.data.id) };
    await works(await command(guide, '/no_profile'), ids);
    const reserved = await works(await command(guide, '"quantity": 2'), ids);
    const { id, secret } = answers(reserved)[0]!.data;
    const reservation = { ...ids, ID: String(id), SECRET: String(secret) };
    await works(await command(guide, '"status": "purchased"'), reservation);
    const thanked = await works(await command(guide, '"is_thanked"'), reservation);
    expect(answers(thanked)[0]!.data).toMatchObject({ is_thanked: true });
    await service.call(on.upsertProfileAddress, {
      path,
      token,
      body: { type: `list-${list.body.data.id}`, line_1: 'Quay 17', country: 'NL' },
    });
    const shown = await works(await command(guide, 'shares/$HANDLE" -H'), ids);
    const { id: listId, profile_id } = answers(shown)[0]!.data;
    const of = { PROFILE: String(profile_id), LIST: String(listId) };
    const read = await works(await command(guide, 'filter[type]'), of);
    expect(answers(read)[0]!.data).toMatchObject([{ line_1: 'Quay 17' }]);
    await works(await command(guide, '-X DELETE'), reservation);
    await works(await command(guide, '"chip_in"'), {
      ...ids,
      TOKEN: token,
      PROFILE: path.profile,
      LIST: path.list,
    });
    const pledged = await works(await command(guide, '"amount"'), ids);
    expect(answers(pledged)[0]!.data).toMatchObject({ amount: '20.00', currency: 'EUR' });
  });

  it('connect a shop platform, import its files and show its key', async () => {
    const guide = 'docs/guides/sync.md';
    await mkdir(path.join(folder, 'our-shop'));
    const definition = await works(await command(guide, 'connections/definitions'));
    await works(await command(guide, '/v3/connections"'), {
      DEFINITION: String(answers(definition)[0]!.data['id']),
    });
    const text = await readFile(guide, 'utf8');
    const [customers, orders] = [...text.matchAll(/```json\n([^]*?)```/g)].map(
      ([, json = '']) => `${JSON.stringify(JSON.parse(json))}\n`,
    );
    await writeFile(path.join(folder, 'our-shop', 'customers.ndjson'), customers!);
    await writeFile(path.join(folder, 'our-shop', 'orders.ndjson'), orders!);
    const authorized = '-H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json"';
    await works(`curl -X POST "$BASE/v3/profiles/sync" ${authorized} -d '{}'`);
    const key = await works('npx tsx demo/service/events/log.ts --key extension:our-shop');
    expect(key).toMatch(/^whsec_|\S{20,}/);
  });

  it('show the log of a webhook, and say why a delivery cannot be sent again', async () => {
    await works(await command('docs/guides/webhooks.md', '--receiver'));
    const replay = await command('docs/guides/webhooks.md', '--replay');
    const unknown = await bash(replay.replace('42', '4242'));
    expect(unknown.status).toBe(1);
    expect(unknown.problems).toMatch(/^There is no delivery 4242 [^\n]*\n$/);
    const word = await bash(replay.replace('42', 'msg_1'));
    expect([word.status, word.problems]).toEqual([
      2,
      '--replay takes the number in the first column of the log, not "msg_1".\n',
    ]);
  });

  it('examine the service with the doctor', async () => {
    const shown = local(await command('docs/guides/your-tenant.md', 'loyalty-doctor'));
    const draft = path.join(folder, 'tenant.draft.mjs');
    const report = await works(`${shown} --draft ${draft}`);
    expect(report).toMatch(/^\d+ of 25 elements work(?:(?! do not).)*\.$/m);
  });

  it('configure a proxy that finds service, platform and shop', async () => {
    const platform = await localServer((request, response) => {
      const status = request.url === '/customers/find' ? 404 : request.method === 'GET' ? 200 : 401;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
    const { clientId, clientSecret, username, password } = users.machine;
    const secrets = {
      LOYALTY_CLIENT_ID: clientId,
      LOYALTY_CLIENT_SECRET: clientSecret,
      LOYALTY_USERNAME: username,
      LOYALTY_PASSWORD: password,
      LOYALTY_SHOP_SECRET: SECRET,
    };
    const here = (shown: string) =>
      local(shown).replaceAll(/https:\/\/(?:shop|app)\.example(?=[/ ])/g, platform.url);
    const start = here(await command('docs/guides/proxy.md', 'LOYALTY_BASE_URL='));
    const checked = await works(`${start} --check`, secrets);
    expect(checked.match(/^right {2}.*$/gm)).toHaveLength(4);
    const [set = ''] = start.split('PLATFORM_LOGIN_URL');
    const shopify = here(await command('docs/guides/proofs.md', 'SHOPIFY_SHOP='));
    const proven = await works(`${set}${shopify} \\\nnpx -p loyalty-elements loyalty-proxy --check`, {
      ...secrets,
      SHOPIFY_APP_SECRET: 'a-secret-of-the-app',
    });
    expect(proven.match(/^right {2}.*$/gm)).toHaveLength(3);
    await platform.close();
  });

  it('print the headers of a hosted file, here of the server of the guide', async (context) => {
    const guide = await readFile('docs/guides/hosting.md', 'utf8');
    context.skip(spawnSync('python3', ['--version']).status !== 0, 'python3 is not installed');
    const port = await freePort();
    const [, program = ''] = /```python\n([^]*?)```/.exec(guide)!;
    await writeFile(path.join(folder, 'serve.py'), program.replace('8000', String(port)));
    await writeFile(path.join(folder, 'loyalty.js'), 'export {};\n');
    const served = spawn('python3', ['serve.py'], { cwd: folder, stdio: 'ignore' });
    onTestFinished(() => void served.kill());
    const address = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(address), { timeout: 60_000, interval: 50 });
    const shown = await command('docs/guides/hosting.md', 'curl -sI');
    const headers = await works(shown.replace(/https:\/\/cdn\S+(?=\/loyalty\.js)/, address));
    expect(headers).toMatch(/^HTTP\/1\.\d 200/);
    expect(headers.toLowerCase()).toMatch(/^content-type: \w+\/javascript\r$/m);
    expect(headers.toLowerCase()).toContain('access-control-allow-origin: *');
  });

  it('are run here, or it is said where or why not', async () => {
    const shown = await Promise.all(
      documents.map(async (document) =>
        (await commandsOf(document)).map((code) => ({ code, key: `${document}: ${code}` })),
      ),
    );
    const left = shown.flat().filter(({ key }) => !run.has(key));
    const starts = Object.keys(ELSEWHERE);
    expect(left.filter(({ code }) => !starts.some((start) => code.startsWith(start)))).toEqual([]);
    expect(starts.filter((start) => !left.some(({ code }) => code.startsWith(start)))).toEqual([]);
    for (const where of Object.values(ELSEWHERE))
      for (const [file] of where.matchAll(/\btest\/\S+\.ts/g)) expect(existsSync(file), file).toBe(true);
  });
});
