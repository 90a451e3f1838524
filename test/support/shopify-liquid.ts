import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Liquid, type TagToken, type TopLevelToken } from 'liquidjs';

const LOCALES = 'locales';

/** What Shopify gives to an app block on a page. */
export interface BlockPage {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly customer?: { readonly id: number } | undefined;
  /** The app data metafield with the secret. */
  readonly secret?: string | undefined;
  readonly [global: string]: unknown;
}

/** Renders the blocks of a theme app extension as Shopify does: by liquidjs, with the tags and filters that only Shopify has. */
export class ShopifyLiquid {
  readonly #folder: string;
  readonly #engine: Liquid;

  /** `assets`: where the files of the extension are served, such as `/assets`. */
  constructor(folder: string, assets: string) {
    this.#folder = folder;
    this.#engine = new Liquid({
      root: join(folder, 'snippets'),
      extname: '.liquid',
      strictFilters: true,
    });
    const texts = JSON.parse(readFileSync(join(folder, LOCALES, 'en.default.json'), 'utf8')) as object;
    this.#engine.registerFilter('asset_url', (name: string) => `${assets}/${name}`);
    this.#engine.registerFilter('image_url', (source: string) => source);
    this.#engine.registerFilter('hmac_sha256', (text: string, secret: string) =>
      createHmac('sha256', secret).update(text).digest('hex'),
    );
    this.#engine.registerFilter('t', (key: string) => textAt(texts, key));
    // The schema is for the editor of the theme: it prints nothing.
    this.#engine.registerTag('schema', {
      parse(_token: TagToken, remaining: TopLevelToken[]) {
        const end = remaining.findIndex((token) => 'name' in token && token.name === 'endschema');
        remaining.splice(0, end + 1);
      },
      render: () => '',
    });
  }

  render(block: string, { settings = {}, customer, secret, ...globals }: BlockPage): string {
    // Global objects are known in snippets, too.
    return this.#engine.parseAndRenderSync(
      this.source(block),
      { block: { settings: { ...this.#defaults(block), ...settings } } },
      {
        globals: {
          customer,
          app: { metafields: { loyalty: secret === undefined ? {} : { secret: { value: secret } } } },
          request: { origin: 'https://shop.example', design_mode: false },
          cart: { currency: { iso_code: 'EUR' } },
          ...globals,
        },
      },
    );
  }

  source(block: string): string {
    return readFileSync(join(this.#folder, 'blocks', `${block}.liquid`), 'utf8');
  }

  /** The schema of a block. */
  schema(block: string): { readonly name: string; readonly settings: readonly Setting[] } {
    const [, json = ''] = /\{% schema %\}([^]*)\{% endschema %\}/.exec(this.source(block)) ?? [];
    return JSON.parse(json) as { name: string; settings: Setting[] };
  }

  #defaults(block: string): Record<string, unknown> {
    const settings = this.schema(block).settings;
    return Object.fromEntries(settings.map(({ id, default: value }) => [id, value]));
  }
}

interface Setting {
  readonly id: string;
  readonly type: string;
  readonly default?: unknown;
}

/** The text of a key such as `loyalty.sign_in`. */
function textAt(texts: object, key: string): string {
  const found = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], texts);
  if (typeof found !== 'string') throw new Error(`The locale file has no text for ${key}.`);
  return found;
}
