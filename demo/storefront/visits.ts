import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { countOf, type Carts } from './cart.ts';
import { layout } from './pages/layout.ts';
import type { PageContent, Visit } from './pages/page.ts';
import type { Sessions } from './session.ts';
import type { StorefrontSettings } from './settings.ts';

/** What the routes share: who asks, and how a page is sent. */
export interface Shop {
  readonly settings: StorefrontSettings;
  readonly sessions: Sessions;
  readonly carts: Carts;
  visit(context: Context): Promise<Visit>;
  show(
    context: Context,
    page: (visit: Visit) => PageContent,
    status?: ContentfulStatusCode,
  ): Promise<Response>;
}

export function createShop(settings: StorefrontSettings, sessions: Sessions, carts: Carts): Shop {
  async function visit(context: Context): Promise<Visit> {
    const customer = await sessions.customerOf(context);
    const signedAt = new Date();
    const { pathname, search } = new URL(context.req.url);
    return {
      settings,
      path: pathname + search,
      customer,
      ...(customer && { signedAt, signature: signCustomerId(customer.id, settings.secret, { signedAt }) }),
      cartCount: countOf(carts.read(context)),
      direction: context.req.query('dir') === 'rtl' ? 'rtl' : 'ltr',
    };
  }
  return {
    settings,
    sessions,
    carts,
    visit,
    async show(context, page, status = 200) {
      const visitor = await visit(context);
      // The page of a customer holds an id with its signature: no cache may keep it, not even the browser's.
      context.header('Cache-Control', visitor.customer ? 'private, no-store' : 'private, no-cache');
      context.header('Vary', 'Cookie');
      return context.html(await layout(visitor, page(visitor)), status);
    },
  };
}
