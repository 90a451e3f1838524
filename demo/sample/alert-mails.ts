// The mails of alerts, to those who asked for them at a product: members and guests, who have no name. They need no other consent.
// A sentence that begins with the name of a product would be written from left to right in Arabic, so none there does.

interface Texts {
  readonly hello: string;
  readonly subject: string;
  readonly news: string;
  /** Before the address of the page that ends these messages. */
  readonly stop: string;
}

/** The texts of a target: those of the programme, which are English, and the same in other languages. */
function settingsOf({ en, ...others }: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar', Texts>>) {
  return {
    transactional: true,
    ...mailOf(en),
    translations: Object.fromEntries(
      Object.entries(others).map(([language, texts]) => [language, mailOf(texts)]),
    ),
  };
}

const mailOf = ({ hello, subject, news, stop }: Texts) => ({
  subject,
  text: [hello, news, stop, '{{ stop_url }}', 'Harbour & Pine'].join('\n\n'),
});

const price = settingsOf({
  en: {
    hello: 'Hello,',
    subject: '{{ data.name }} costs less now',
    news: '{{ data.name }} costs {{ money.price }} now. It was {{ money.was }}.',
    stop: 'You asked us to tell you. This ends these messages:',
  },
  de: {
    hello: 'Hallo,',
    subject: '{{ data.name }} kostet jetzt weniger',
    news: '{{ data.name }} kostet jetzt {{ money.price }}, vorher waren es {{ money.was }}.',
    stop: 'Du wolltest das erfahren. Hier bestellst du diese Nachrichten ab:',
  },
  fr: {
    hello: 'Bonjour,',
    subject: '{{ data.name }} coûte moins cher',
    news: '{{ data.name }} coûte maintenant {{ money.price }}, contre {{ money.was }} auparavant.',
    stop: 'Vous avez demandé à être prévenu. Pour ne plus recevoir ces messages :',
  },
  es: {
    hello: 'Hola:',
    subject: '{{ data.name }} cuesta menos',
    news: '{{ data.name }} cuesta ahora {{ money.price }}. Antes costaba {{ money.was }}.',
    stop: 'Pediste que te avisáramos. Para no recibir más mensajes:',
  },
  ja: {
    hello: 'お知らせです。',
    subject: '{{ data.name }} が値下げされました',
    news: '{{ data.name }} が {{ money.was }} から {{ money.price }} に値下げされました。',
    stop: 'ご希望によりお送りしています。お知らせの停止はこちら：',
  },
  ar: {
    hello: 'مرحبًا،',
    subject: 'انخفض سعر {{ data.name }}',
    news: 'أصبح سعر {{ data.name }} الآن {{ money.price }} بعد أن كان {{ money.was }}.',
    stop: 'طلبت إبلاغك بذلك. لإيقاف هذه الرسائل:',
  },
});

const stock = settingsOf({
  en: {
    hello: 'Hello,',
    subject: '{{ data.name }} is back',
    news: '{{ data.name }} is back in the shop.',
    stop: 'You asked us to tell you once. This ends other messages about it:',
  },
  de: {
    hello: 'Hallo,',
    subject: '{{ data.name }} ist wieder da',
    news: '{{ data.name }} gibt es wieder.',
    stop: 'Du wolltest das einmal erfahren. Hier bestellst du andere Nachrichten dazu ab:',
  },
  fr: {
    hello: 'Bonjour,',
    subject: '{{ data.name }} est de retour',
    news: '{{ data.name }} est de nouveau en vente.',
    stop: 'Vous avez demandé à être prévenu une fois. Pour ne recevoir aucun autre message à ce sujet :',
  },
  es: {
    hello: 'Hola:',
    subject: '{{ data.name }} vuelve a estar disponible',
    news: '{{ data.name }} vuelve a estar disponible en la tienda.',
    stop: 'Pediste un único aviso. Para no recibir otros mensajes sobre este producto:',
  },
  ja: {
    hello: 'お知らせです。',
    subject: '{{ data.name }} が再入荷しました',
    news: '{{ data.name }} が再入荷しました。',
    stop: '一度だけのお知らせを希望されました。この商品のほかのお知らせの停止はこちら：',
  },
  ar: {
    hello: 'مرحبًا،',
    subject: 'توفر {{ data.name }} من جديد',
    news: 'توفر {{ data.name }} من جديد في المتجر.',
    stop: 'طلبت إبلاغك بذلك مرة واحدة. لإيقاف الرسائل الأخرى عن هذا المنتج:',
  },
});

/** A trigger for each kind of alert, with the target that its message goes through. */
export const alertMails = [
  {
    target: { name: 'Price alert email', handle: 'price-alert-email', type: 'email', settings: price },
    trigger: { name: 'A saved product costs less', handle: 'price-alert', event: 'alert.price-dropped' },
  },
  {
    target: { name: 'Stock alert email', handle: 'stock-alert-email', type: 'email', settings: stock },
    trigger: { name: 'A saved product is back', handle: 'stock-alert', event: 'alert.back-in-stock' },
  },
];
