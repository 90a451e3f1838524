import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { acceptedLanguages, lookUp } from '../../../src/services/transport/accept-language.ts';
import type { Database, Row } from '../database/tables.ts';
import { endAlerts, itemOfAlertLink } from './alerts.ts';
import { itemViews } from './item-views.ts';
import { GUEST } from './shares.ts';

/** Content-Security-Policy: no script, and one form, to this origin. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const TEXTS = {
  en: {
    asked: 'You asked us to tell you about this product:',
    stop: 'Stop these messages',
    stopped: 'You get no more messages about this product:',
    ended: 'You get no messages through this link: they were stopped, or the product is no longer saved.',
  },
  de: {
    asked: 'Du wolltest zu diesem Produkt Nachrichten bekommen:',
    stop: 'Nachrichten abbestellen',
    stopped: 'Du bekommst keine Nachrichten mehr zu diesem Produkt:',
    ended:
      'Zu diesem Link gibt es keine Nachrichten: Sie sind abbestellt, oder das Produkt ist nicht mehr gemerkt.',
  },
  fr: {
    asked: 'Vous avez demandé des nouvelles de ce produit :',
    stop: 'Ne plus recevoir ces messages',
    stopped: 'Vous ne recevrez plus de messages sur ce produit :',
    ended: 'Ce lien n’envoie aucun message : ils ont été arrêtés, ou le produit n’est plus enregistré.',
  },
  es: {
    asked: 'Pediste que te avisáramos sobre este producto:',
    stop: 'No recibir más mensajes',
    stopped: 'No recibirás más mensajes sobre este producto:',
    ended: 'Este enlace no envía mensajes: se cancelaron, o el producto ya no está guardado.',
  },
  ja: {
    asked: 'この商品のお知らせを希望されています。',
    stop: 'お知らせを停止する',
    stopped: 'この商品のお知らせを停止しました。',
    ended: 'このリンクのお知らせはありません。停止済みか、商品の保存が解除されています。',
  },
  ar: {
    asked: 'طلبت إبلاغك بأخبار هذا المنتج:',
    stop: 'إيقاف هذه الرسائل',
    stopped: 'لن تصلك رسائل أخرى عن هذا المنتج:',
    ended: 'لا توجد رسائل لهذا الرابط: تم إيقافها، أو لم يعد المنتج محفوظًا.',
  },
} as const;

type Language = keyof typeof TEXTS;

/**
 * The pages behind the link of an alert's message, `/alerts/{link}`: they need no sign-in. To open one changes nothing, because mail programs
 * open links by themselves; its button ends the alerts, and so does the request of a mail program's own button (RFC 8058).
 */
export function alertPages(db: Database): Hono {
  const app = new Hono().basePath('/alerts');
  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', POLICY);
    context.header('Referrer-Policy', 'no-referrer');
    context.header('X-Robots-Tag', 'noindex');
  });
  app.get('/:link', async (context) => {
    const item = await itemOfAlertLink(db, context.req.param('link'));
    return show(context, item ? 'asked' : 'ended', item && (await nameOf(db, item)));
  });
  app.post('/:link', async (context) => {
    const { item, name } = await db.transaction().execute(async (work) => {
      const item = await itemOfAlertLink(work, context.req.param('link'));
      if (item) await endAlerts(work, item.id);
      return { item, name: item && (await nameOf(work, item)) };
    });
    return show(context, item ? 'stopped' : 'ended', name);
  });
  return app;
}

/** The product of an item, with the options of its variant. */
async function nameOf(db: Database, item: Row<'list_items'>): Promise<string> {
  const [view] = await itemViews({ db, principal: GUEST, shopOrigin: undefined }, [item]);
  return [view?.product?.name, view?.variant_name].filter(Boolean).join(', ');
}

function show(
  context: Context,
  what: 'asked' | 'stopped' | 'ended',
  name = '',
): Response | Promise<Response> {
  const ranges = acceptedLanguages(context.req.header('accept-language'));
  const language = (lookUp(ranges, Object.keys(TEXTS)) ?? 'en') as Language;
  const texts = TEXTS[language];
  context.header('Content-Language', language);
  context.header('Vary', 'Accept-Language');
  const page = html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${texts.stop}</title>
      </head>
      <body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
        <main style="max-width:480px;margin:0 auto">
          <p>${texts[what]}</p>
          ${name ? html`<p dir="auto" style="font-weight:700">${name}</p>` : ''}
          ${
            what === 'asked'
              ? html`<form method="post">
                  <button style="font:inherit;min-height:44px;padding:8px 16px">${texts.stop}</button>
                </form>`
              : ''
          }
        </main>
      </body>
    </html>`;
  return context.html(page, what === 'ended' ? 404 : 200);
}
