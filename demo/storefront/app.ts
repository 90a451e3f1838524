import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { createCarts } from './cart.ts';
import { oneHost, sameOriginPosts, securityHeaders } from './guard.ts';
import { brokenPage, notFoundPage } from './pages/not-found.ts';
import { cartRoutes } from './routes/cart.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { customerRoutes } from './routes/customer.ts';
import { fileRoutes } from './routes/files.ts';
import { registryRoutes } from './routes/registry.ts';
import { createSessions } from './session.ts';
import { checkSettings } from './settings-check.ts';
import type { StorefrontSettings } from './settings.ts';
import { createShop } from './visits.ts';

const LARGEST_FORM_BYTES = 16 * 1024;

/** The shop as a Hono app: pages, theme, pictures and the built elements. */
export function createStorefront(given: StorefrontSettings): Hono {
  const settings = checkSettings(given);
  const shop = createShop(settings, createSessions(settings), createCarts(settings));
  const app = new Hono();
  app.use(securityHeaders(settings), oneHost(settings), sameOriginPosts(settings));
  app.use(compress(), etag(), bodyLimit({ maxSize: LARGEST_FORM_BYTES }));
  // Files first: `/products/<handle>.svg` is a picture, `/products/<handle>` a page.
  app.route('/', fileRoutes(settings.cdnDirectory));
  app.route('/', catalogueRoutes(shop));
  app.route('/', customerRoutes(shop));
  app.route('/', cartRoutes(shop));
  app.route('/', registryRoutes(shop));
  app.notFound((context) => shop.show(context, notFoundPage, 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(`storefront: ${context.req.method} ${context.req.path}`, error);
    return shop.show(context, brokenPage, 500);
  });
  return app;
}
