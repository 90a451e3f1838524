import type { MiddlewareHandler } from 'hono';
import type { StorefrontSettings } from './settings.ts';

/**
 * Security headers of every response. Scripts and styles are loaded from this shop only, data from the loyalty service too.
 * Strings become markup only through the Trusted Types policy of the elements.
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
 * Redirects other host names, such as `localhost`, to the public address: the service accepts that origin only. This also
 * prevents DNS rebinding.
 */
export function onlyPublicHost({ publicUrl }: StorefrontSettings): MiddlewareHandler {
  const { host } = new URL(publicUrl);
  return async (context, next) => {
    const url = new URL(context.req.url);
    if (url.host === host) return next();
    if (context.req.method !== 'GET') return context.text('Unknown host', 421);
    return context.redirect(publicUrl + url.pathname + url.search, 307);
  };
}

/** Refuses forms of other sites (cross-site request forgery): only pages of the shop may send changes. */
export function sameOriginPosts({ publicUrl }: StorefrontSettings): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const origin = context.req.header('Origin');
    const site = context.req.header('Sec-Fetch-Site');
    // Current browsers send Origin with each POST. A request without Origin and Sec-Fetch-Site is refused.
    const isSameOrigin = origin === undefined ? site === 'same-origin' : origin === publicUrl;
    if (!isSameOrigin || (site !== undefined && site !== 'same-origin'))
      return context.text('Sent from another site', 403);
    return next();
  };
}
