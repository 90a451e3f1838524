/** A storefront with the published names of Shopify: `Shopify.actions`, the events of a cart, `/cart.js` and `/products/{handle}.js`. */

interface Line {
  readonly product_id: number;
  readonly variant_id: number;
  quantity: number;
  /** Hundredths. */
  readonly final_price: number;
}

interface Variant {
  readonly id: number;
  readonly product_id: number;
  readonly price: number;
  readonly available: boolean;
}

interface Payload {
  readonly lines?: readonly { readonly merchandiseId: string; readonly quantity: number }[];
  readonly discountCodes?: readonly string[];
}

export class ShopifyStorefront {
  readonly lines: Line[] = [];
  codes: string[] = [];
  /** Codes that the shop knows. */
  accepted: string[] = ['WELCOME10'];
  readonly products = new Map<string, readonly Variant[]>();
  /** Why the cart refuses the next change. */
  refusal: string | undefined;
  /** Requests to the storefront itself. */
  readonly requests: string[] = [];
  readonly #pageFetch = window.fetch;

  open(): this {
    const before = window.fetch;
    window.fetch = async (input, init) => {
      const url = new URL(String(input), location.href);
      if (url.origin !== location.origin) return before(input, init);
      this.requests.push(url.pathname);
      if (url.pathname === '/cart.js') return Response.json(this.#cart());
      const [, handle] = /^\/products\/([\w-]+)\.js$/.exec(url.pathname) ?? [];
      const variants = handle && this.products.get(handle);
      return variants ? Response.json({ variants }) : new Response('Not found', { status: 404 });
    };
    Object.assign(window, {
      Shopify: {
        routes: { root: '/' },
        actions: { updateCart: (payload: Payload) => this.#update(payload) },
      },
    });
    return this;
  }

  close(): void {
    window.fetch = this.#pageFetch;
    Reflect.deleteProperty(window, 'Shopify');
  }

  /** A change by the theme itself. */
  add(variant: Variant, quantity = 1): Promise<unknown> {
    return this.#update({
      lines: [{ merchandiseId: `gid://shopify/ProductVariant/${variant.id}`, quantity }],
    });
  }

  #cart() {
    return {
      currency: 'EUR',
      total_price: this.lines.reduce((sum, { final_price, quantity }) => sum + final_price * quantity, 0),
      items: this.lines,
      discount_codes: this.codes.map((code) => ({ code, applicable: this.#isAccepted(code) })),
    };
  }

  #isAccepted = (code: string): boolean => this.accepted.includes(code.toUpperCase());

  #update({ lines, discountCodes }: Payload): Promise<unknown> {
    const promise = this.#change(lines, discountCodes);
    for (const type of [lines && 'lines-update', discountCodes && 'discount-update'])
      if (type) document.dispatchEvent(Object.assign(new Event(`shopify:cart:${type}`), { promise }));
    return promise;
  }

  /** After a moment, as a request would. The events are fired before it. */
  async #change(lines: Payload['lines'] = [], discountCodes?: Payload['discountCodes']) {
    await new Promise((resolve) => setTimeout(resolve));
    const refusal = this.refusal;
    this.refusal = undefined;
    if (refusal) return { cart: this.#answer(), userErrors: [{ message: refusal }] };
    for (const { merchandiseId, quantity } of lines) {
      const id = Number(merchandiseId.split('/').at(-1));
      const variant = [...this.products.values()].flat().find((one) => one.id === id);
      if (!variant)
        return { cart: this.#answer(), userErrors: [{ message: 'The merchandise does not exist.' }] };
      const line = this.lines.find(({ variant_id }) => variant_id === id);
      if (line) line.quantity += quantity;
      else
        this.lines.push({
          product_id: variant.product_id,
          variant_id: id,
          quantity,
          final_price: variant.price,
        });
    }
    if (discountCodes) this.codes = [...discountCodes];
    return { cart: this.#answer() };
  }

  #answer() {
    return {
      discountCodes: this.codes.map((code) => ({ code, applicable: this.#isAccepted(code) })),
    };
  }
}
