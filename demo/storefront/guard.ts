import type { MiddlewareHandler } from 'hono';
import type { StorefrontSettings } from './settings.ts';

/**
 * Headers of every answer. Scripts and styles come from this shop only, data from the loyalty service too, and no text
 * becomes markup but through the elements' own Trusted Types policy.
 */
export function securityHeaders({ serviceUrl, proxyUrl }: StorefrontSettings): MiddlewareHandler {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: https:`,
    `connect-src 'self' ${new URL(proxyUrl ?? serviceUrl).origin}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types loyalty-elements`,
  ].join('; ');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  };
}

/**
 * One address for all shoppers: the service answers the shop's origin alone, so `localhost` and friends are sent to the
 * public one. It also keeps pages off foreign host names that point here.
 */
export function oneHost({ publicUrl }: StorefrontSettings): MiddlewareHandler {
  const { host } = new URL(publicUrl);
  return async (context, next) => {
    const url = new URL(context.req.url);
    if (url.host === host) return next();
    if (context.req.method !== 'GET') return context.text('Unknown host', 421);
    return context.redirect(publicUrl + url.pathname + url.search, 307);
  };
}

/** Changes are made by the shop's own pages only: a form on another site is refused, whatever cookies come with it. */
export function sameOriginPosts({ publicUrl }: StorefrontSettings): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const origin = context.req.header('Origin');
    const site = context.req.header('Sec-Fetch-Site');
    // Every browser of today sends an Origin with a POST; without both headers nobody vouches for the sender.
    const own = origin === undefined ? site === 'same-origin' : origin === publicUrl;
    if (!own || (site !== undefined && site !== 'same-origin'))
      return context.text('Sent from another site', 403);
    return next();
  };
}
