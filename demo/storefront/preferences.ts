import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { StorefrontSettings } from './settings.ts';

const COOKIE = 'harbour_preferences';

/** Languages of the elements, in their own names. The shop's own texts are English. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
} as const;
export type Language = keyof typeof LANGUAGES;

export interface Preferences {
  readonly language: Language;
  /** Saved products stay on the device, also those of customers. */
  readonly onDevice: boolean;
  /** The shopper agreed that what they do in the shop is sent. */
  readonly consent: boolean;
}

const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

/** The preferences of the cookie, `ar.device.consent`. Anything else in it has no effect. */
export function readPreferences(context: Context): Preferences {
  const [language, ...choices] = (getCookie(context, COOKIE) ?? '').split('.');
  return {
    language: isLanguage(language) ? language : 'en',
    onDevice: choices.includes('device'),
    consent: choices.includes('consent'),
  };
}

/** Stores the preferences of a form. */
export function storePreferences(
  context: Context,
  form: Readonly<Record<string, unknown>>,
  { publicUrl }: Pick<StorefrontSettings, 'publicUrl'>,
): void {
  const { language, choice } = form;
  const choices = [choice].flat().filter((one) => one === 'device' || one === 'consent');
  setCookie(context, COOKIE, [isLanguage(language) ? language : 'en', ...choices].join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: 30 * 24 * 60 * 60,
  });
}
