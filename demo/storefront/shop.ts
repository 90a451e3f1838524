import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { countOf, type Carts } from './cart.ts';
import { layout } from './pages/layout.ts';
import type { PageContent, Visit } from './pages/page.ts';
import { readPreferences } from './preferences.ts';
import { createPublicCampaigns } from './public-campaigns.ts';
import { createRewardCodes, type RewardCodes } from './reward-codes.ts';
import { createAskService } from './service-answers.ts';
import type { Sessions } from './session.ts';
import type { StorefrontSettings } from './settings.ts';

/** Shared by all routes: settings, sessions, carts, and how a page is sent. */
export interface Shop {
  readonly settings: StorefrontSettings;
  readonly sessions: Sessions;
  readonly carts: Carts;
  readonly rewardCodes: RewardCodes;
  show(
    context: Context,
    page: (visit: Visit) => PageContent | Promise<PageContent>,
    status?: ContentfulStatusCode,
  ): Promise<Response>;
}

export function createShop(settings: StorefrontSettings, sessions: Sessions, carts: Carts): Shop {
  const ask = createAskService(settings);
  const publicCampaigns = createPublicCampaigns(ask, settings.products);

  async function visit(context: Context): Promise<Visit> {
    const customer = await sessions.customerOf(context);
    const signedAt = new Date();
    const { pathname, search } = new URL(context.req.url);
    const preferences = readPreferences(context);
    return {
      settings,
      path: pathname + search,
      customer,
      ...(customer && { signedAt, signature: signCustomerId(customer.id, settings.secret, { signedAt }) }),
      cartCount: countOf(carts.read(context)),
      preferences,
      // Members ask the service themselves.
      campaigns: customer ? [] : await publicCampaigns(),
      direction: context.req.query('dir') === 'rtl' || preferences.language === 'ar' ? 'rtl' : 'ltr',
    };
  }
  return {
    settings,
    sessions,
    carts,
    rewardCodes: createRewardCodes(ask),
    async show(context, page, status = 200) {
      const current = await visit(context);
      // A customer's page contains a signed id: no cache may store it, the browser's included.
      context.header('Cache-Control', current.customer ? 'private, no-store' : 'private, no-cache');
      context.header('Vary', 'Cookie');
      return context.html(await layout(current, await page(current)), status);
    },
  };
}
