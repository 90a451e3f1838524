import { lookUp } from '../../../src/services/transport/accept-language.ts';
import type { AlertKind } from '../../../src/services/contract/lists.ts';

interface Texts {
  readonly subject: string;
  readonly price: string;
  readonly stock: string;
  readonly confirm: string;
  readonly otherwise: string;
}

const TEXTS: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar', Texts>> = {
  en: {
    subject: 'Please confirm: messages about {name}',
    price: 'You asked us to tell you when this product costs less:',
    stock: 'You asked us to tell you when this product is back:',
    confirm: 'Open this page within 48 hours and confirm your address:',
    otherwise: 'If it wasn’t you, do nothing: we send you no other message.',
  },
  de: {
    subject: 'Bitte bestätigen: Nachrichten zu {name}',
    price: 'Du wolltest erfahren, wenn dieses Produkt weniger kostet:',
    stock: 'Du wolltest erfahren, wenn es dieses Produkt wieder gibt:',
    confirm: 'Öffne diese Seite innerhalb von 48 Stunden und bestätige deine Adresse:',
    otherwise: 'Wenn du das nicht warst, tu nichts: Wir schicken dir keine weitere Nachricht.',
  },
  fr: {
    subject: 'À confirmer : messages sur {name}',
    price: 'Vous avez demandé à être prévenu quand ce produit coûtera moins cher :',
    stock: 'Vous avez demandé à être prévenu quand ce produit sera de retour :',
    confirm: 'Ouvrez cette page dans les 48 heures et confirmez votre adresse :',
    otherwise: 'Si ce n’était pas vous, ne faites rien : vous ne recevrez aucun autre message.',
  },
  es: {
    subject: 'Confírmalo: mensajes sobre {name}',
    price: 'Pediste que te avisáramos cuando este producto cueste menos:',
    stock: 'Pediste que te avisáramos cuando este producto vuelva:',
    confirm: 'Abre esta página en 48 horas y confirma tu dirección:',
    otherwise: 'Si no fuiste tú, no hagas nada: no te enviaremos más mensajes.',
  },
  ja: {
    subject: '確認のお願い：{name} のお知らせ',
    price: 'この商品の値下げのお知らせを希望されました。',
    stock: 'この商品の再入荷のお知らせを希望されました。',
    confirm: '48時間以内に次のページを開き、メールアドレスを確認してください。',
    otherwise: 'お心当たりがない場合は、何もしないでください。ほかのメールは届きません。',
  },
  ar: {
    subject: 'يرجى التأكيد: رسائل عن {name}',
    price: 'طلبت إبلاغك عندما ينخفض سعر هذا المنتج:',
    stock: 'طلبت إبلاغك عندما يتوفر هذا المنتج من جديد:',
    confirm: 'افتح هذه الصفحة خلال 48 ساعة وأكّد عنوانك:',
    otherwise: 'إن لم تكن أنت من طلب ذلك فلا تفعل شيئًا: لن نرسل إليك أي رسالة أخرى.',
  },
};

/** The mail with the link to confirm an address, in the language of the page where it was given. */
export function confirmationMail({
  name,
  kinds,
  url,
  languages,
}: {
  /** The product, with the options of its variant. */
  readonly name: string;
  readonly kinds: readonly AlertKind[];
  readonly url: string;
  /** Of the page, in lower case, the preferred one first. */
  readonly languages: readonly string[];
}): { readonly subject: string; readonly body: string; readonly language: string } {
  const language = (lookUp(languages, Object.keys(TEXTS)) ?? 'en') as keyof typeof TEXTS;
  const { subject, confirm, otherwise, ...texts } = TEXTS[language];
  const asked = kinds.map((kind) => texts[kind]);
  return {
    // A function, because a name may have the pattern of a replacement, such as `$&`.
    subject: subject.replace('{name}', () => name),
    body: [...asked, name, confirm, url, otherwise].join('\n\n'),
    language,
  };
}
