import type { StorefrontSettings } from './settings.ts';

/** Settings that a shop cannot open with are refused when it starts, not when the first customer comes. */
export function checkSettings(settings: StorefrontSettings): StorefrontSettings {
  if (!settings.secret) {
    throw new TypeError(
      'Storefront: the secret is empty. Set SHOP_SECRET, or leave it out for the sample one.',
    );
  }
  return {
    ...settings,
    serviceUrl: address('serviceUrl', settings.serviceUrl).href.replace(/\/$/, ''),
    proxyUrl: settings.proxyUrl && address('proxyUrl', settings.proxyUrl).href.replace(/\/$/, ''),
    publicUrl: address('publicUrl', settings.publicUrl).origin,
  };
}

function address(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TypeError(
    `Storefront: ${name} must be an http or https address, such as "http://127.0.0.1:4100/api".`,
  );
}
