import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The table "Who may import whom" of docs/architecture.md, as `npm run check:imports` checks it: the same command and rules, on a
// temporary tree with the same folders.

/** File, what it imports, and the rule that refuses it. */
const FORBIDDEN = [
  ['src/index.ts', `import '../demo/sample/shop.ts'`, 'entries'],
  ['src/autoloader.ts', `import './client/index.ts'`, 'entries'],
  ['src/components/a/loyalty-a.ts', `import '../../services/customer/config.ts'`, 'elements'],
  ['src/components/b/loyalty-b.ts', `import type { A } from '../../services/transport/http.ts'`, 'elements'],
  ['src/components/c/loyalty-c.ts', `import '../fine/loyalty-fine.ts'`, 'elements'],
  ['src/components/d/loyalty-d.ts', `import type { A } from '../fine/loyalty-fine.ts'`, 'elements'],
  ['src/components/e/loyalty-e.ts', `import { Hono } from 'hono'`, 'elements'],
  ['src/components/f/loyalty-f.ts', `import * as v from 'valibot'`, 'elements'],
  ['src/components/g/loyalty-g.ts', `import { readFileSync } from 'node:fs'`, 'elements'],
  ['src/components/h/loyalty-h.ts', `import '../../proxy/app.ts'`, 'elements'],
  ['src/components/lists/loyalty-lists.ts', `import '../fine/loyalty-fine.ts'`, 'lists'],
  ['src/components/wishlist/loyalty-wishlist.ts', `import '../fine/loyalty-fine.ts'`, 'wishlist'],
  ['src/components/panel/loyalty-panel.ts', `import '../fine/loyalty-fine.ts'`, 'panel'],
  ['src/components/card/loyalty-card.ts', `import '../fine/loyalty-fine.ts'`, 'card'],
  ['src/components/catalogue.ts', `import '../client/index.ts'`, 'components'],
  ['src/components/claims/a.ts', `import '../fine/loyalty-fine.ts'`, 'claims'],
  ['src/components/saved-products/a.ts', `import '../fine/loyalty-fine.ts'`, 'saved-products'],
  ['src/components/page/a.ts', `import '../fine/loyalty-fine.ts'`, 'components-page'],
  ['src/components/internal/f.ts', `import '../page/fine.ts'`, 'components-internal'],
  ['src/components/internal/a.ts', `import '../../services/customer/config.ts'`, 'components-internal'],
  ['src/components/internal/b.ts', `import '../fine/loyalty-fine.ts'`, 'components-internal'],
  ['src/components/internal/c.ts', `const c = import('../fine/loyalty-fine.ts')`, 'components-internal'],
  ['src/components/internal/d.ts', `import * as v from 'valibot'`, 'components-internal'],
  ['src/components/internal/e.ts', `import { join } from 'path'`, 'components-internal'],
  ['src/services/index.ts', `import '../client/index.ts'`, 'services-index'],
  ['src/services/customer/a.ts', `import { html } from 'lit'`, 'customer'],
  ['src/services/customer/b.ts', `import type { A } from '../../components/internal/fine.ts'`, 'customer'],
  ['src/services/customer/c.ts', `import '../../client/index.ts'`, 'customer'],
  ['src/services/customer/d.ts', `import { Hono } from 'hono'`, 'customer'],
  ['src/services/customer/e.ts', `import { randomUUID } from 'node:crypto'`, 'customer'],
  ['src/services/transport/a.ts', `import '../customer/config.ts'`, 'transport'],
  ['src/services/transport/b.ts', `import type { A } from '../customer/config.ts'`, 'transport'],
  ['src/services/transport/c.ts', `import { html } from 'lit'`, 'transport'],
  ['src/services/transport/d.ts', `import { request } from 'node:http'`, 'transport'],
  ['src/services/contract/a.ts', `import '../transport/http.ts'`, 'contract'],
  ['src/services/contract/b.ts', `import '../customer/config.ts'`, 'contract'],
  ['src/services/contract/c.ts', `import { Hono } from 'hono'`, 'contract'],
  ['src/services/customer/f.ts', `import '../contract/lists.ts'`, 'schemas'],
  ['src/services/customer/g.ts', `import '../contract/endpoints/facts.ts'`, 'schemas'],
  ['src/services/customer/h.ts', `import '../transport/path-overrides.ts'`, 'schemas'],
  ['src/services/contract/endpoints/a.ts', `import '../lists.ts'`, 'schemas'],
  ['src/client/a.ts', `import { html } from 'lit'`, 'client'],
  ['src/client/b.ts', `import '../services/customer/config.ts'`, 'client'],
  ['src/client/c.ts', `import type { A } from '../services/customer/config.ts'`, 'client'],
  ['src/client/g.ts', `type G = import('../services/customer/config.ts').A`, 'client'],
  ['src/client/h.ts', `export * from '../services/customer/config.ts'`, 'client'],
  ['src/client/d.ts', `import '../components/internal/fine.ts'`, 'client'],
  ['src/client/e.ts', `import { request } from 'node:http'`, 'client'],
  ['src/client/f.ts', `import * as v from 'valibot'`, 'client-schemas'],
  ['src/proxy/a.ts', `import { html } from 'lit'`, 'proxy'],
  ['src/proxy/b.ts', `import '../services/customer/config.ts'`, 'proxy'],
  ['src/proxy/c.ts', `import type { A } from '../services/customer/config.ts'`, 'proxy'],
  ['src/proxy/d.ts', `import '../client/index.ts'`, 'proxy'],
  ['src/proxy/e.ts', `import '../../demo/sample/shop.ts'`, 'proxy'],
  ['src/testing/a.ts', `import '../services/contract/catalogue.ts'`, 'testing'],
  ['src/doctor/a.ts', `import '../components/internal/fine.ts'`, 'doctor'],
  ['src/doctor/b.ts', `import '../client/index.ts'`, 'doctor'],
  ['src/doctor/c.ts', `import '../proxy/app.ts'`, 'doctor'],
  ['src/doctor/d.ts', `import { Hono } from 'hono'`, 'doctor'],
  ['src/doctor/e.ts', `import '../../demo/sample/shop.ts'`, 'doctor'],
  ['src/proxy/edge.ts', `import './node-only.ts'`, 'proxy-edge'],
  ['src/proxy/other.ts', `import hmac from 'crypto-js/hmac-sha256.js'`, 'signing'],
  ['src/components/i/loyalty-i.ts', `import hmac from 'crypto-js/hmac-sha256.js'`, 'signing'],
  ['demo/storefront/g.ts', `import hmac from 'crypto-js/hmac-sha256.js'`, 'signing'],
  ['demo/service/a.ts', `import '../../src/services/customer/config.ts'`, 'service'],
  ['demo/service/b.ts', `import '../../src/proxy/app.ts'`, 'service'],
  ['demo/service/c.ts', `import '../../src/client/index.ts'`, 'service'],
  ['demo/service/d.ts', `import '../storefront/fine.ts'`, 'service'],
  ['demo/service/e.ts', `import { html } from 'lit'`, 'demo-server'],
  ['demo/storefront/a.ts', `import '../service/fine.ts'`, 'storefront'],
  ['demo/storefront/b.ts', `import '../../src/services/customer/config.ts'`, 'storefront'],
  ['demo/storefront/c.ts', `import '../../src/components/fine/loyalty-fine.ts'`, 'demo-server'],
  ['demo/import/a.ts', `import '../service/fine.ts'`, 'import'],
  ['demo/import/b.ts', `import '../../src/services/transport/http.ts'`, 'import'],
  ['demo/import/c.ts', `import '../../src/proxy/app.ts'`, 'import'],
  ['demo/sample/a.ts', `import '../service/fine.ts'`, 'sample'],
  ['demo/sample/b.ts', `import '../../src/services/customer/config.ts'`, 'sample'],
  ['demo/sample/c.ts', `import { Hono } from 'hono'`, 'sample'],
  ['src/proxy/f.ts', `import '../../test/support/fine.ts'`, 'tests'],
  ['demo/start.ts', `import '../test/support/fine.ts'`, 'tests'],
  ['src/services/customer/cycle-1.ts', `import './cycle-2.ts'`, 'no-cycles'],
  ['src/services/customer/cycle-2.ts', `import './cycle-1.ts'`, 'no-cycles'],
  ['demo/service/cycle-3.ts', `import type { A } from './cycle-4.ts'`, 'no-cycles'],
  ['demo/service/cycle-4.ts', `import type { A } from './cycle-5.ts'`, 'no-cycles'],
  ['demo/service/cycle-5.ts', `import type { A } from './cycle-3.ts'`, 'no-cycles'],
] as const;

/** What each row allows, in a file that no rule refuses. */
const ALLOWED = {
  'src/components/fine/loyalty-fine.ts': [
    `'../../services/index.ts'`,
    `'../page/fine.ts'`,
    `'../internal/fine.ts'`,
    `'lit'`,
  ],
  'src/components/page/fine.ts': [`'../internal/fine.ts'`, `'lit'`],
  'src/components/internal/fine.ts': [`'./other.ts'`, `'@lit/context'`],
  'src/components/internal/other.ts': [],
  'src/services/customer/config.ts': [`'../transport/http.ts'`, `'../contract/endpoints/fine.ts'`],
  'src/services/transport/http.ts': [`'../contract/endpoints/fine.ts'`],
  'src/services/contract/endpoints/fine.ts': [],
  'src/services/contract/lists.ts': [`'valibot'`, `'./endpoints/fine.ts'`],
  'src/services/contract/endpoints/facts.ts': [`'../lists.ts'`],
  'src/services/transport/path-overrides.ts': [`'../contract/lists.ts'`],
  'src/client/index.ts': [`'../services/transport/http.ts'`, `'../services/contract/lists.ts'`],
  'src/proxy/app.ts': [`'hono'`, `'valibot'`, `'./signature.ts'`, `'../services/transport/http.ts'`],
  'src/proxy/signature.ts': [`'crypto-js/hmac-sha256.js'`],
  'src/proxy/node-only.ts': [`'node:http'`],
  'src/doctor/fine.ts': [
    `'parse5'`,
    `'node:fs'`,
    `'../proxy/signature.ts'`,
    `'../services/customer/config.ts'`,
    `'../services/contract/endpoints/fine.ts'`,
  ],
  'demo/service/fine.ts': [`'hono'`, `'node:http'`, `'../sample/shop.ts'`, `'../../src/proxy/signature.ts'`],
  'demo/storefront/fine.ts': [`'hono'`, `'../sample/shop.ts'`, `'../../src/proxy/signature.ts'`],
  'demo/import/fine.ts': [`'../../src/client/index.ts'`],
  'demo/sample/shop.ts': [],
  'test/support/fine.ts': [`'../../src/services/customer/config.ts'`],
};

const PACKAGES = ['lit', '@lit/context', 'hono', 'valibot', 'crypto-js', 'parse5'];

type Violation = { from: string; rule: { name: string }; cycle?: { name: string }[] };
type Report = { summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string }[] } } };

describe('check:imports', () => {
  let root: string;
  let report: Report;
  // A cycle is reported once, for one of its files.
  const rulesAgainst = (file: string) =>
    report.summary.violations
      .filter(({ from, cycle }) => from === file || cycle?.some(({ name }) => name === file))
      .map(({ rule }) => rule.name);

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'imports-'));
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    };
    await write('package.json', '{"type":"module"}');
    for (const name of PACKAGES) {
      await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      await write(`node_modules/${name}/index.js`, '');
    }
    await write('node_modules/crypto-js/hmac-sha256.js', '');
    for (const [file, text] of FORBIDDEN) await write(file, `${text};\nexport type A = 1;\n`);
    for (const [file, imported] of Object.entries(ALLOWED))
      await write(file, [...imported.map((path) => `import ${path};`), 'export type A = 1;\n'].join('\n'));

    const command = resolve('node_modules/.bin/depcruise');
    const config = resolve('dependency-cruiser.config.mjs');
    const { stdout } = await promisify(execFile)(
      command,
      ['--config', config, '--output-type', 'json', 'src', 'demo', 'test'],
      { cwd: root, maxBuffer: 2 ** 26 },
    ).catch((error: { stdout: string }) => error);
    report = JSON.parse(stdout) as Report;
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  it.each(FORBIDDEN)('%s › refuses %s by the rule "%s"', (file, _text, rule) => {
    expect(rulesAgainst(file)).toContain(rule);
  });

  it.each(Object.keys(ALLOWED))('%s › accepts what its row allows', (file) => {
    expect(rulesAgainst(file)).toEqual([]);
  });

  it('every rule › refuses at least one import above', () => {
    const tested = new Set<string>(FORBIDDEN.map(([, , rule]) => rule));
    expect(
      report.summary.ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !tested.has(name)),
    ).toEqual([]);
  });
});
