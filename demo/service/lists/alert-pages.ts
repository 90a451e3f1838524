import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { acceptedLanguages, lookUp } from '../../../src/services/transport/accept-language.ts';
import type { Database, Row } from '../database/tables.ts';
import { endAlerts, itemOfAlertLink } from './alerts.ts';
import {
  confirmGuestAlert,
  endGuestAlert,
  guestAlertOfLink,
  isAsked,
  productOfGuestAlert,
} from './guest-alerts.ts';
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
    waiting: 'Do you want messages about this product at this address?',
    confirm: 'Confirm',
    confirmed: 'Your address is confirmed. We’ll send you a message about this product:',
    expired: 'This link is no longer valid. Ask for the message again on the page of the product.',
  },
  de: {
    asked: 'Du wolltest zu diesem Produkt Nachrichten bekommen:',
    stop: 'Nachrichten abbestellen',
    stopped: 'Du bekommst keine Nachrichten mehr zu diesem Produkt:',
    ended:
      'Zu diesem Link gibt es keine Nachrichten: Sie sind abbestellt, oder das Produkt ist nicht mehr gemerkt.',
    waiting: 'Möchtest du an diese Adresse Nachrichten zu diesem Produkt bekommen?',
    confirm: 'Bestätigen',
    confirmed: 'Deine Adresse ist bestätigt. Wir schicken dir eine Nachricht zu diesem Produkt:',
    expired: 'Dieser Link gilt nicht mehr. Bitte auf der Seite des Produkts noch einmal um die Nachricht.',
  },
  fr: {
    asked: 'Vous avez demandé des nouvelles de ce produit :',
    stop: 'Ne plus recevoir ces messages',
    stopped: 'Vous ne recevrez plus de messages sur ce produit :',
    ended: 'Ce lien n’envoie aucun message : ils ont été arrêtés, ou le produit n’est plus enregistré.',
    waiting: 'Voulez-vous recevoir à cette adresse des messages sur ce produit ?',
    confirm: 'Confirmer',
    confirmed: 'Votre adresse est confirmée. Nous vous enverrons un message sur ce produit :',
    expired: 'Ce lien n’est plus valable. Demandez de nouveau le message sur la page du produit.',
  },
  es: {
    asked: 'Pediste que te avisáramos sobre este producto:',
    stop: 'No recibir más mensajes',
    stopped: 'No recibirás más mensajes sobre este producto:',
    ended: 'Este enlace no envía mensajes: se cancelaron, o el producto ya no está guardado.',
    waiting: '¿Quieres recibir en esta dirección mensajes sobre este producto?',
    confirm: 'Confirmar',
    confirmed: 'Tu dirección está confirmada. Te enviaremos un mensaje sobre este producto:',
    expired: 'Este enlace ya no es válido. Pide otra vez el mensaje en la página del producto.',
  },
  ja: {
    asked: 'この商品のお知らせを希望されています。',
    stop: 'お知らせを停止する',
    stopped: 'この商品のお知らせを停止しました。',
    ended: 'このリンクのお知らせはありません。停止済みか、商品の保存が解除されています。',
    waiting: 'このメールアドレスで、この商品のお知らせを受け取りますか？',
    confirm: '確認する',
    confirmed: 'メールアドレスを確認しました。この商品についてお知らせします。',
    expired: 'このリンクは無効になりました。商品ページでもう一度お申し込みください。',
  },
  ar: {
    asked: 'طلبت إبلاغك بأخبار هذا المنتج:',
    stop: 'إيقاف هذه الرسائل',
    stopped: 'لن تصلك رسائل أخرى عن هذا المنتج:',
    ended: 'لا توجد رسائل لهذا الرابط: تم إيقافها، أو لم يعد المنتج محفوظًا.',
    waiting: 'هل تريد تلقي رسائل عن هذا المنتج على هذا العنوان؟',
    confirm: 'تأكيد',
    confirmed: 'تم تأكيد عنوانك. سنرسل إليك رسالة عن هذا المنتج:',
    expired: 'لم يعد هذا الرابط صالحًا. اطلب الرسالة مرة أخرى من صفحة المنتج.',
  },
} as const;

type Language = keyof typeof TEXTS;

/** What a link leads to: the alerts of an item, or those of a guest. */
interface Linked {
  /** The product, with the options of its variant. */
  readonly name: string | undefined;
  end(work: Database): Promise<void>;
}

async function linkedBy(db: Database, link: string): Promise<Linked | undefined> {
  const item = await itemOfAlertLink(db, link);
  if (item) return { name: await nameOf(db, item), end: (work) => endAlerts(work, item.id) };
  const guest = await guestAlertOfLink(db, link);
  return (
    guest && { name: await productOfGuestAlert(db, guest), end: (work) => endGuestAlert(work, guest.id) }
  );
}

/**
 * The pages behind the links of alerts' messages: they need no sign-in. `/alerts/{link}` ends the alerts, `/alerts/{link}/confirm` confirms the
 * address of a guest. To open one changes nothing, because mail programs open links by themselves; its button does, and so does the request of
 * a mail program's own button to end them (RFC 8058).
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
    const linked = await linkedBy(db, context.req.param('link'));
    return show(context, linked ? 'asked' : 'ended', linked?.name);
  });
  app.post('/:link', async (context) => {
    const linked = await db.transaction().execute(async (work) => {
      const found = await linkedBy(work, context.req.param('link'));
      await found?.end(work);
      return found;
    });
    return show(context, linked ? 'stopped' : 'ended', linked?.name);
  });
  app.on(['GET', 'POST'], '/:link/confirm', async (context) =>
    db.transaction().execute(async (work) => {
      const alert = await guestAlertOfLink(work, context.req.param('link'));
      const name = alert && (await productOfGuestAlert(work, alert));
      if (!alert) return show(context, 'expired');
      if (!isAsked(alert)) return show(context, alert.asked.length === 0 ? 'confirmed' : 'expired', name);
      if (context.req.method !== 'POST') return show(context, 'waiting', name);
      await confirmGuestAlert(work, alert);
      return show(context, 'confirmed', name);
    }),
  );
  return app;
}

/** The product of an item, with the options of its variant. */
async function nameOf(db: Database, item: Row<'list_items'>): Promise<string> {
  const [view] = await itemViews({ db, principal: GUEST, shopOrigin: undefined }, [item]);
  return [view?.product?.name, view?.variant_name].filter(Boolean).join(', ');
}

/** The buttons of pages that have one. */
const BUTTONS = { asked: 'stop', waiting: 'confirm' } as const;

function show(
  context: Context,
  what: 'asked' | 'stopped' | 'ended' | 'waiting' | 'confirmed' | 'expired',
  name = '',
): Response | Promise<Response> {
  const ranges = acceptedLanguages(context.req.header('accept-language'));
  const language = (lookUp(ranges, Object.keys(TEXTS)) ?? 'en') as Language;
  const texts = TEXTS[language];
  context.header('Content-Language', language);
  context.header('Vary', 'Accept-Language');
  const button = what === 'asked' || what === 'waiting' ? texts[BUTTONS[what]] : undefined;
  const page = html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${button ?? texts[what]}</title>
      </head>
      <body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
        <main style="max-width:480px;margin:0 auto">
          <p>${texts[what]}</p>
          ${name ? html`<p dir="auto" style="font-weight:700">${name}</p>` : ''}
          ${
            button
              ? html`<form method="post">
                  <button style="font:inherit;min-height:44px;padding:8px 16px">${button}</button>
                </form>`
              : ''
          }
        </main>
      </body>
    </html>`;
  return context.html(page, what === 'ended' || what === 'expired' ? 404 : 200);
}
