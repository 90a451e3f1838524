import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { createCarts } from './cart.ts';
import { onlyPublicHost, sameOriginPosts, securityHeaders } from './security.ts';
import { notFoundPage, serverErrorPage } from './pages/error-pages.ts';
import { cartRoutes } from './routes/cart.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { customerRoutes } from './routes/customer.ts';
import { fileRoutes } from './routes/files.ts';
import { registryRoutes } from './routes/registry.ts';
import { createSessions } from './session.ts';
import { checkSettings, type StorefrontSettings } from './settings.ts';
import { createShop } from './shop.ts';

const LARGEST_FORM_BYTES = 16 * 1024;

/** The shop as a Hono app: pages, theme, pictures and the built elements. */
export function createStorefront(given: StorefrontSettings): Hono {
  const settings = checkSettings(given);
  const shop = createShop(settings, createSessions(settings), createCarts(settings));
  const app = new Hono();
  app.use(securityHeaders(settings), onlyPublicHost(settings), sameOriginPosts(settings));
  app.use(compress(), etag(), bodyLimit({ maxSize: LARGEST_FORM_BYTES }));
  // Before the catalogue, whose `/products/:handle` would match `/products/<handle>.svg` too.
  app.route('/', fileRoutes(settings.cdnDirectory));
  app.route('/', catalogueRoutes(shop));
  app.route('/', customerRoutes(shop));
  app.route('/', cartRoutes(shop));
  app.route('/', registryRoutes(shop));
  app.notFound((context) => shop.show(context, notFoundPage, 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(`storefront: ${context.req.method} ${context.req.path}`, error);
    return shop.show(context, serverErrorPage, 500);
  });
  return app;
}
