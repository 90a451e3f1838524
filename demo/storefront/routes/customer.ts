import { Hono } from 'hono';
import { localPath } from '../local-path.ts';
import { accountPage } from '../pages/account.ts';
import { benefitsPage } from '../pages/benefits.ts';
import { cardPage } from '../pages/card.ts';
import { activityPage } from '../pages/activity.ts';
import { signInPage } from '../pages/sign-in.ts';
import { preferencesPage } from '../pages/preferences.ts';
import { listPage, listsPage, sharedListPage } from '../pages/lists.ts';
import { wishlistPage } from '../pages/wishlist.ts';
import { isLoyaltyError } from '../../../src/services/transport/errors.ts';
import { createRegistryService } from '../registry-service.ts';
import { storePreferences } from '../preferences.ts';
import type { Shop } from '../shop.ts';

const AFTER_SIGN_IN = '/account';

/** Routes of account, wishlist, preferences, signing in and out. */
export function customerRoutes(shop: Shop): Hono {
  const { customers } = shop.settings;
  const registries = createRegistryService(shop.settings);
  return new Hono()
    .get('/account', (context) => shop.show(context, accountPage))
    .get('/account/card', (context) => shop.show(context, cardPage))
    .get('/account/benefits', (context) => shop.show(context, benefitsPage))
    .get('/account/activity', (context) => shop.show(context, activityPage))
    .get('/wishlist', async (context) => {
      const customer = await shop.sessions.customerOf(context);
      // Without an answer of the service the page reserves its usual rows.
      const saved = customer && (await registries.countItems(customer, 'wishlist').catch(() => undefined));
      return shop.show(context, (visit) => wishlistPage(visit, saved));
    })
    .get('/account/lists', (context) => shop.show(context, listsPage))
    .get('/account/lists/:handle', async (context) => {
      const handle = context.req.param('handle');
      // The hearts' list has a page of its own.
      if (handle === 'wishlist') return context.redirect('/wishlist', 302);
      const customer = await shop.sessions.customerOf(context);
      // The page says itself that there is no such list.
      const list = customer && (await registries.readOwnList(customer, handle).catch(() => undefined));
      return shop.show(context, (visit) => listPage(visit, handle, list?.name));
    })
    .get('/lists/:share', async (context) => {
      const share = context.req.param('share');
      // Where the service does not answer, the element says it, or shows the list when it does.
      const found = await registries.readShared(share).catch((error: unknown) => ({
        isGone: isLoyaltyError(error) && error.code === 'not_found',
      }));
      return shop.show(context, (visit) => sharedListPage(visit, share, found));
    })
    .get('/preferences', (context) => shop.show(context, preferencesPage))
    .post('/preferences', async (context) => {
      storePreferences(context, await context.req.parseBody({ all: true }), shop.settings);
      return context.redirect('/preferences', 303);
    })
    .get('/sign-in', async (context) => {
      const returnTo = returnPath(context.req.query('return_to'));
      return shop.show(context, (visit) => signInPage(visit, { returnTo }));
    })
    .post('/sign-in', async (context) => {
      const form = await context.req.parseBody();
      const returnTo = returnPath(form['return_to']);
      const email = typeof form['email'] === 'string' ? form['email'].trim() : '';
      const customer = customers.find((candidate) =>
        email ? candidate.email.toLowerCase() === email.toLowerCase() : candidate.id === form['customer'],
      );
      if (!customer) {
        const problem = 'Nobody here has this address. Choose one of the customers above.';
        return shop.show(context, (visit) => signInPage(visit, { returnTo, email, problem }), 422);
      }
      await shop.sessions.signIn(context, customer);
      return context.redirect(returnTo, 303);
    })
    .post('/sign-out', (context) => {
      shop.sessions.signOut(context);
      return context.redirect('/', 303);
    });
}

/** The page to show after signing in: a page of this shop, but not the sign-in page itself. */
function returnPath(text: unknown): string {
  const path = localPath(text, AFTER_SIGN_IN);
  return /^\/sign-(in|out)\b/.test(path) ? AFTER_SIGN_IN : path;
}
