import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shopProject, type ShopProject } from '../support/ssr-project.ts';

/** HTML of an element on a server: its tag with attributes, and its shadow root. */
interface Rendered {
  readonly html: string;
  readonly styles: string;
}

const IMPORTS = `
  import { html, render } from '@lit-labs/ssr';
  import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
  import * as loyalty from 'loyalty-elements';
  const forbidden = (name) => () => { throw new Error(name + ' was used'); };
  for (const name of ['fetch', 'setTimeout', 'setInterval', 'XMLHttpRequest', 'WebSocket']) globalThis[name] = forbidden(name);
`;

let project: ShopProject;
beforeAll(() => {
  project = shopProject();
});
afterAll(() => project?.remove());

/** Renders each template in its own Node process, which throws when a request is sent or a timer is set. */
async function renderAll(
  templates: Readonly<Record<string, string>>,
  before = '',
): Promise<Record<string, Rendered>> {
  const lines = Object.entries(templates).map(
    ([name, template]) =>
      `rendered[${JSON.stringify(name)}] = await collectResult(render(html\`${template}\`));`,
  );
  project.write(
    'render.js',
    `${IMPORTS}${before}\nconst rendered = {};\n${lines.join('\n')}\nconsole.log(JSON.stringify(rendered));`,
  );
  const output = JSON.parse(await project.run('render.js')) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(output).map(([name, text]) => [
      name,
      {
        html: text.replace(/<style>[^]*?<\/style>/g, '').replace(/<!--[^]*?-->/g, ''),
        styles: [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css]) => css).join('\n'),
      },
    ]),
  );
}

const ELEMENTS = {
  'loyalty-balance': {
    box: 'min-inline-size:min(var(--loyalty-balance-inline-size, 9em), 100vw)',
    text: 'Loading your points',
  },
  'loyalty-tier': { box: 'block-size:var(--loyalty-tier-block-size, 8em)', text: 'Loading your tier' },
  'loyalty-card': { box: 'block-size:var(--loyalty-card-block-size, 11em)', text: 'Loading your card' },
  'loyalty-status': {
    box: 'block-size:var(--loyalty-status-block-size, 18.75em)',
    text: 'Loading your tier',
  },
  'loyalty-rewards': { box: 'min-block-size:calc(var(--_rows)', text: 'Loading rewards' },
  'loyalty-wishlist': {
    box: 'min-block-size:calc(max(var(--loyalty-wishlist-rows, 1)',
    text: 'Loading your wishlist',
  },
  'loyalty-lists': { box: 'min-block-size:calc(var(--_rows)', text: 'Loading your lists' },
  'loyalty-registry': { box: 'min-block-size:calc(var(--_rows)', text: 'Loading this list' },
  'loyalty-share': {
    box: 'min-block-size:var(--loyalty-share-block-size, var(--_size, 4.75em))',
    text: 'Loading this list',
  },
  'loyalty-shared-list': { box: 'min-block-size:calc(var(--_rows)', text: 'Loading this list' },
  'loyalty-benefits': {
    box: 'min-block-size:calc(var(--_rows)',
    text: 'Loading your benefits',
  },
  'loyalty-achievements': {
    box: 'min-block-size:calc(var(--_rows)',
    text: 'Loading your achievements',
  },
  'loyalty-dates': { box: 'min-block-size:calc(var(--loyalty-dates-rows, 1)', text: 'Loading your dates' },
  'loyalty-receipt': {
    box: 'min-block-size:var(--loyalty-receipt-block-size, max(16em',
    text: 'Loading your receipts',
  },
  'loyalty-earn': {
    box: 'min-block-size:calc(var(--loyalty-earn-rows, 4)',
    text: 'Loading the ways to earn',
  },
  'loyalty-redeem': { box: 'min-block-size:calc(var(--loyalty-redeem-rows, 3)', text: 'Loading rewards' },
  'loyalty-history': {
    box: 'min-block-size:calc(var(--loyalty-history-chart-size, 12em)',
    text: 'Loading your history',
  },
  'loyalty-credits': {
    box: 'min-block-size:calc(var(--loyalty-credits-rows, 2)',
    text: 'Loading your store credit',
  },
  'loyalty-alert': {
    box: 'min-block-size:var(--loyalty-alert-block-size',
    text: 'Tell me when it costs less',
  },
  'loyalty-account': {
    box: 'min-block-size:var(--loyalty-account-block-size, 17.5em)',
    text: 'Loading your account',
  },
};
/** Without these an element renders nothing. */
const REQUIRED: Readonly<Record<string, string>> = {
  'loyalty-alert': ' product-id="hp-1001"',
  'loyalty-registry': ' list="our-wedding"',
  'loyalty-share': ' list="our-wedding"',
  'loyalty-shared-list': ' share="7f3a"',
};
const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
  modules: { declarations?: { tagName?: string }[] }[];
};

describe('server rendering', () => {
  let rendered: Record<string, Rendered>;
  beforeAll(async () => {
    const tags = [
      ...Object.keys(ELEMENTS),
      'loyalty-wishlist-button',
      'loyalty-wishlist-count',
      'loyalty-panel',
      'loyalty-events',
      'loyalty-provider',
    ];
    rendered = await renderAll(
      Object.fromEntries(tags.map((tag) => [tag, `<${tag}${REQUIRED[tag] ?? ''}></${tag}>`])),
    );
  });

  test('covers every element of the package', () => {
    const tags = manifest.modules.flatMap(({ declarations = [] }) =>
      declarations.flatMap(({ tagName }) => tagName ?? []),
    );
    expect(Object.keys(rendered).sort()).toEqual(tags.sort());
  });

  test.each(Object.entries(ELEMENTS))(
    '%s renders its loading state in its reserved box',
    (tag, { box, text }) => {
      const { html, styles } = rendered[tag]!;
      expect(html).toMatch(new RegExp(`^<${tag}[^>]*><template [^>]*shadowrootmode="open"`));
      expect(html).toContain('aria-busy="true"');
      expect(html).toContain(text);
      expect(styles.replace(/\s/g, '')).toContain(box.replace(/\s/g, ''));
    },
  );

  test('loyalty-wishlist-button renders an empty heart with its label', async () => {
    expect(rendered['loyalty-wishlist-button']!.html).toContain('aria-pressed="false"');
    expect(rendered['loyalty-wishlist-button']!.styles).toContain('--loyalty-wishlist-button-size');
    const { heart } = await renderAll({
      heart:
        '<loyalty-wishlist-button product-id="1" product-name=${\'Lamp "A"\'}></loyalty-wishlist-button>',
    });
    expect(heart!.html).toContain('aria-label="Save Lamp &quot;A&quot; to your wishlist"');
  });

  test('loyalty-provider renders its children only, also for a signed-in customer, without a request', async () => {
    const signed = `base-url="https://api.example.com/api" platform="shop" customer-id="7" signature="${'a'.repeat(64)}"`;
    const { provider } = await renderAll({
      provider: `<loyalty-provider ${signed} messages='{"Claim":"Einlösen"}'><loyalty-balance></loyalty-balance></loyalty-provider>`,
    });
    expect(provider!.html).toMatch(/^<loyalty-provider[^>]*><loyalty-balance>/);
    expect(provider!.html).toContain('Loading your points');
  });

  test('loyalty-panel renders its launcher with the label for guests, and no drawer', () => {
    const { html } = rendered['loyalty-panel']!;
    expect(html).toContain('Points and rewards');
    expect(html).not.toContain('<dialog');
  });

  test('loyalty-earn renders the skeleton of a line in its box', async () => {
    const { line } = await renderAll({
      line: '<loyalty-earn product-id="p" price="89" currency="EUR"></loyalty-earn>',
    });
    expect(line!.html).toContain('aria-busy="true"');
    expect(line!.html).toContain('Earn 00 points');
  });

  test('loyalty-balance renders the same skeleton as a card, which loads more in a browser', async () => {
    const { card } = await renderAll({ card: '<loyalty-balance variant="card"></loyalty-balance>' });
    expect(card!.html).toContain('<loyalty-balance  variant="card">');
    expect(card!.html).toContain('aria-busy="true"');
  });

  test('uses the texts that setMessages has on the server', async () => {
    const { rewards } = await renderAll(
      { rewards: '<loyalty-rewards></loyalty-rewards>' },
      `loyalty.setMessages({ 'Loading rewards': 'Prämien werden geladen' });`,
    );
    expect(rewards!.html).toContain('Prämien werden geladen');
  });

  test('works when other elements of the page need their connectedCallback on the server', async () => {
    const everything = Object.keys(rendered)
      .map((tag) => `<${tag}></${tag}>`)
      .join('');
    const { page } = await renderAll(
      { page: everything },
      `import { LitElementRenderer } from '@lit-labs/ssr';
       LitElementRenderer.renderOptions.push(() => ({ connectedCallback: true }));`,
    );
    // The provider and <loyalty-events> have no shadow root on a server.
    expect(page!.html.match(/shadowrootmode/g)).toHaveLength(Object.keys(rendered).length - 2);
  });
});
