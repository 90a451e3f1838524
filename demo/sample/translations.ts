/** The texts of the sample programme in other languages, by handle, with the fields of the interface. */

/** Languages of the translations, by BCP 47 tag. */
export type SampleLanguage = 'de' | 'ar';

export interface SampleTexts {
  readonly name: string;
  readonly short_description?: string;
  readonly description?: string;
  readonly terms_conditions?: string;
}

export type SampleTranslations = Readonly<Record<SampleLanguage, SampleTexts>>;

/** The language of the other texts of the programme. */
export const PROGRAMME_LANGUAGE = 'en';

export const tierTranslations: Readonly<Record<string, SampleTranslations>> = {
  shore: {
    de: { name: 'Ufer', description: 'Hier beginnen alle: ein Punkt für jeden Euro.' },
    ar: { name: 'الشاطئ', description: 'من هنا يبدأ الجميع: نقطة مقابل كل يورو.' },
  },
  harbour: {
    de: { name: 'Hafen', description: 'Lieferung frei Haus, und jede Kollektion zwei Tage früher.' },
    ar: { name: 'المرفأ', description: 'توصيل مجاني، وكل مجموعة جديدة قبل الجميع بيومين.' },
  },
  lighthouse: {
    de: {
      name: 'Leuchtturm',
      description: 'Alles von Hafen, ein Geschenk im Geburtstagsmonat, Einzelstücke zuerst.',
    },
    ar: {
      name: 'المنارة',
      description: 'كل مزايا المرفأ، وهدية في شهر ميلادك، وأولوية في القطع الفريدة.',
    },
  },
};

export const rewardTranslations: Readonly<Record<string, SampleTranslations>> = {
  'gift-wrapping': {
    de: {
      name: 'Als Geschenk verpackt',
      short_description: 'Leinenpapier und ein Kiefernzweig, geht auf uns.',
      description:
        'Wir verpacken Ihre nächste Bestellung von Hand in ungefärbtes Leinenpapier, mit Baumwollband und einem Kiefernzweig.',
    },
    ar: {
      name: 'تغليف هدايا',
      short_description: 'ورق كتّان وغصن صنوبر، هدية منا.',
      description: 'نغلّف طلبك القادم يدويًا بورق كتّان غير مصبوغ، مع رباط قطني وغصن صنوبر.',
    },
  },
  'free-delivery': {
    de: {
      name: 'Gratis-Lieferung',
      short_description: 'Ihre nächste Bestellung kommt ohne Lieferkosten.',
      description: 'Standardlieferung einer Bestellung innerhalb Europas, unabhängig vom Gewicht.',
    },
    ar: {
      name: 'توصيل مجاني',
      short_description: 'يصلك طلبك القادم دون رسوم توصيل.',
      description: 'توصيل عادي لطلب واحد داخل أوروبا، مهما كان وزنه.',
    },
  },
  'beeswax-candle': {
    de: {
      name: 'Bienenwachskerze',
      short_description: 'Von Hand gezogen, brennt neun Stunden.',
      description: 'Zwei Stabkerzen, von Hand gezogen aus dem Wachs von Inselbienen.',
    },
    ar: {
      name: 'شمعة من شمع النحل',
      short_description: 'مغموسة يدويًا، تضيء تسع ساعات.',
      description: 'شمعتان طويلتان مغموستان يدويًا من شمع نحل الجزيرة.',
    },
  },
  'five-off': {
    de: {
      name: '5 € Rabatt',
      short_description: 'Fünf Euro weniger, ohne Mindestbestellwert.',
      description: 'Geben Sie den Code an der Kasse ein, und fünf Euro werden von der Summe abgezogen.',
      terms_conditions: 'Ein Code pro Bestellung. Nicht für Gutscheine.',
    },
    ar: {
      name: 'خصم 5 € على طلبك',
      short_description: 'خصم خمسة يورو، دون حد أدنى.',
      description: 'أدخل الرمز عند الدفع فتُخصم خمسة يورو من الإجمالي.',
      terms_conditions: 'رمز واحد لكل طلب. لا يسري على بطاقات الهدايا.',
    },
  },
  'stoneware-mug': {
    de: {
      name: 'Steinzeugbecher',
      short_description: 'Von Hand gedreht, meergrau glasiert.',
      description:
        'Ein Becher aus dunklem Steinzeug aus der Töpferei, die unser Geschirr macht. Spülmaschinenfest.',
    },
    ar: {
      name: 'كوب خزفي',
      short_description: 'مشكّل يدويًا، بطلاء رمادي بلون البحر.',
      description: 'كوب من الخزف الداكن، من صُنع الخزّافين الذين يصنعون أوانينا. يُغسل في غسالة الصحون.',
    },
  },
  'ten-off': {
    de: {
      name: '10 € Rabatt',
      short_description: 'Zehn Euro weniger ab 40 € Bestellwert.',
      description:
        'Geben Sie den Code an der Kasse ein, und zehn Euro werden von einer Bestellung ab vierzig Euro abgezogen.',
      terms_conditions: 'Ein Code pro Bestellung. Nicht für Gutscheine.',
    },
    ar: {
      name: 'خصم 10 € على طلبك',
      short_description: 'خصم عشرة يورو على طلب من 40 يورو.',
      description: 'أدخل الرمز عند الدفع فتُخصم عشرة يورو من طلب بقيمة أربعين يورو أو أكثر.',
      terms_conditions: 'رمز واحد لكل طلب. لا يسري على بطاقات الهدايا.',
    },
  },
  'early-access': {
    de: {
      name: 'Frühling vorab',
      short_description: 'Die Frühlingskollektion zwei Tage vor allen anderen.',
      description:
        'Ein Link zur ganzen Kollektion, zwei Tage vor dem Start. Was Sie dann bestellen, legen wir für Sie zurück.',
    },
    ar: {
      name: 'وصول مبكر إلى مجموعة الربيع',
      short_description: 'شاهد مجموعة الربيع قبل الجميع بيومين.',
      description: 'رابط إلى المجموعة كاملة قبل افتتاحها بيومين. وما تطلبه حينها نحجزه لك.',
    },
  },
  'linen-apron': {
    de: {
      name: 'Leinenschürze',
      short_description: 'Schweres gewaschenes Leinen, zwei tiefe Taschen.',
      description: 'Von drei Menschen in einer Werkstatt zugeschnitten und genäht. Mit jeder Wäsche weicher.',
    },
    ar: {
      name: 'مئزر كتّان',
      short_description: 'كتّان ثقيل مغسول، بجيبين عميقين.',
      description: 'قصّه وخاطه ثلاثة أشخاص في مشغل واحد. يزداد نعومة مع كل غسلة.',
    },
  },
  'wreath-evening': {
    de: {
      name: 'Abend zum Kranzbinden',
      short_description: 'Zwei Stunden, heißer Apfelwein, ein Kranz zum Mitnehmen.',
      description: 'Ein Abend in unserer Werkstatt mit allem, was dazugehört. Zwölf Plätze.',
    },
    ar: {
      name: 'أمسية صنع الأكاليل',
      short_description: 'ساعتان، وعصير تفاح ساخن، وإكليل تأخذه معك.',
      description: 'أمسية في مشغلنا مع كل ما يلزم. اثنا عشر مقعدًا.',
    },
  },
  'spring-bundle': {
    de: {
      name: 'Frühlingssamen',
      short_description: 'Sechs Sorten alter Gartenblumen.',
      description: 'Samen von sechs Blumen aus Großmutters Garten, mit dem besten Zeitpunkt zum Säen.',
    },
    ar: {
      name: 'باقة بذور الربيع',
      short_description: 'ستة أنواع من زهور الحدائق القديمة.',
      description: 'بذور ست زهور كانت تزرعها الجدات، مع ورقة تبيّن موعد زراعة كل منها.',
    },
  },
  'keepers-table': {
    de: {
      name: 'Essen am Tisch des Leuchtturmwärters',
      short_description: 'Acht Gäste, ein langer Tisch, im alten Leuchtturm.',
      description: 'Fünf Gänge für Sie und einen Gast, im Lampenraum über dem Hafen.',
    },
    ar: {
      name: 'عشاء على مائدة حارس المنارة',
      short_description: 'ثمانية ضيوف ومائدة طويلة في المنارة القديمة.',
      description: 'عشاء من خمسة أطباق لك ولضيف واحد، في حجرة المصباح فوق المرفأ.',
    },
  },
  'workshop-in-lisbon': {
    de: {
      name: 'Werkstatt in Lissabon',
      short_description: 'Zwei Tage mit unseren Keramikern, Reise und Zimmer inklusive.',
      description:
        'Zwei Tage an der Töpferscheibe in Lissabon, mit den Menschen, die unsere Teller machen. Reise und Zimmer für eine Person.',
      terms_conditions: 'Den Termin vereinbaren wir mit Ihnen. Anreise aus Europa.',
    },
    ar: {
      name: 'ورشة في لشبونة',
      short_description: 'يومان مع خزّافينا، شاملة السفر والغرفة.',
      description: 'يومان على عجلة الخزف في لشبونة مع من يصنعون أطباقنا. السفر والغرفة لشخص واحد.',
      terms_conditions: 'نتفق معك على الموعد. السفر من داخل أوروبا.',
    },
  },
  'summer-draft': {
    de: {
      name: 'Sommerkorb',
      short_description: 'Noch nicht entschieden.',
      description: 'Noch nicht entschieden.',
    },
    ar: { name: 'سلة الصيف', short_description: 'لم يتقرر بعد.', description: 'لم يتقرر بعد.' },
  },
  'birthday-gift': {
    de: {
      name: 'Ein Geschenk zum Geburtstagsmonat',
      short_description: 'Ein kleines Stück aus der Werkstatt, verpackt.',
      description:
        'Zeigen Sie den Code im Laden oder geben Sie ihn an der Kasse ein: Ein kleines Stück aus der Werkstatt gehört Ihnen.',
    },
    ar: {
      name: 'هدية لشهر ميلادك',
      short_description: 'قطعة صغيرة من المشغل، مغلّفة.',
      description: 'أظهر الرمز في المتجر أو أدخله عند الدفع، وقطعة صغيرة من المشغل لك.',
    },
  },
  'points-as-money': {
    de: {
      name: 'Rabatt auf Ihre Bestellung',
      short_description: 'Ein Euro für je 100 Punkte. Sie wählen, wie viele.',
      description:
        'Wählen Sie im Warenkorb, wie viele Punkte Sie ausgeben, von 200 bis 5.000 in Hunderterschritten.',
      terms_conditions: 'Ein Code pro Bestellung. Nicht für Gutscheine.',
    },
    ar: {
      name: 'خصم على طلبك',
      short_description: 'يورو واحد مقابل كل 100 نقطة. أنت تختار العدد.',
      description: 'اختر في سلة التسوق عدد النقاط التي تنفقها، من 200 إلى 5,000 بمضاعفات المئة.',
      terms_conditions: 'رمز واحد لكل طلب. لا يسري على بطاقات الهدايا.',
    },
  },
};

export const benefitTranslations: Readonly<Record<string, SampleTranslations>> = {
  'delivery-pass': {
    de: {
      name: 'Gratis-Lieferung',
      short_description: 'Fünf Lieferungen im Jahr, geht auf uns.',
      description:
        'Sie müssen nichts tun: An der Kasse kostet die Lieferung nichts, bis alle fünf genutzt sind.',
    },
    ar: {
      name: 'توصيل مجاني',
      short_description: 'خمس مرات توصيل في السنة، هدية منا.',
      description: 'لا يلزمك شيء: التوصيل مجاني عند الدفع حتى تُستخدم المرات الخمس كلها.',
    },
  },
  'repair-service': {
    de: {
      name: 'Reparatur',
      short_description: 'Wir leimen, flechten oder verkabeln ein Stück im Jahr.',
      description:
        'Bringen Sie das Stück in die Werkstatt, oder schreiben Sie uns: Wir schicken Ihnen einen Karton. Wir rufen an, wenn es fertig ist.',
    },
    ar: {
      name: 'خدمة الإصلاح',
      short_description: 'نلصق أو ننسج أو نعيد توصيل قطعة واحدة في السنة.',
      description: 'أحضر القطعة إلى المشغل، أو اكتب إلينا لنرسل إليك صندوقًا. نتصل بك عندما تجهز.',
    },
  },
  'quiet-hour': {
    de: {
      name: 'Stille Stunde vor dem Öffnen',
      short_description: 'Der Laden nur für Sie, mit Kaffee.',
      description:
        'Wählen Sie einen Samstag und sagen Sie uns mindestens zwei Tage vorher Bescheid. Bringen Sie einen Gast mit.',
    },
    ar: {
      name: 'ساعة هادئة قبل الافتتاح',
      short_description: 'المتجر لك وحدك، مع فنجان قهوة.',
      description: 'اختر يوم سبت وأخبرنا قبله بيومين على الأقل. ويمكنك إحضار ضيف واحد.',
    },
  },
  'potters-visit': {
    de: {
      name: 'Besuch in der Töpferei',
      short_description: 'Ein Nachmittag an der Töpferscheibe, für zwei.',
      description:
        'Besuche sind am ersten Freitag im Monat. Geben Sie den Namen dieses Vorteils an der Kasse ein, um einen zu wählen.',
    },
    ar: {
      name: 'زيارة الخزّافين',
      short_description: 'عصرية على عجلة الخزف، لشخصين.',
      description: 'الزيارات في أول جمعة من كل شهر. اكتب اسم هذه الميزة عند الدفع لاختيار موعد.',
    },
  },
  'keepers-key': {
    de: {
      name: 'Der Schlüssel des Wärters',
      short_description: 'Einzelstücke einen Tag vor allen anderen.',
      description: 'Öffnen Sie den Link in unserem Brief. Was Sie zurücklegen, gehört bis zum Abend Ihnen.',
    },
    ar: {
      name: 'مفتاح الحارس',
      short_description: 'القطع الفريدة قبل الجميع بيوم.',
      description: 'افتح الرابط في رسالتنا. وما تضعه جانبًا يبقى لك حتى المساء.',
    },
  },
};

export const achievementTranslations: Readonly<Record<string, SampleTranslations>> = {
  'first-order': {
    de: { name: 'Erstes Licht', short_description: 'Ihre erste Bestellung.' },
    ar: { name: 'أول ضوء', short_description: 'طلبك الأول.' },
  },
  'safe-harbour': {
    de: { name: 'Sicherer Hafen', short_description: 'Erreichen Sie die Stufe Hafen.' },
    ar: { name: 'مرفأ آمن', short_description: 'الوصول إلى مستوى المرفأ.' },
  },
  'three-reviews': {
    de: { name: 'Gutes Wort', short_description: 'Schreiben Sie drei Bewertungen.' },
    ar: { name: 'كلمة طيبة', short_description: 'كتابة ثلاثة تقييمات.' },
  },
  'ten-orders': {
    de: { name: 'Der gedeckte Tisch', short_description: 'Bestellen Sie zehnmal.' },
    ar: { name: 'مائدة عامرة', short_description: 'عشرة طلبات.' },
  },
  'five-thousand-points': {
    de: { name: 'Fünftausend', short_description: 'Sammeln Sie 5.000 Punkte.' },
    ar: { name: 'خمسة آلاف', short_description: 'جمع 5,000 نقطة.' },
  },
  'two-thousand-points': {
    de: { name: 'Auf Kurs', short_description: 'Sammeln Sie 2.000 Punkte.' },
    ar: { name: 'على المسار', short_description: 'جمع 2,000 نقطة.' },
  },
};

export const campaignTranslations: Readonly<Record<string, SampleTranslations>> = {
  'double-tableware': {
    de: {
      name: 'Doppelte Punkte auf Geschirr',
      description: 'Zwei Punkte für jeden Euro, für alles aus unserer Töpferei und der Glasbläserei.',
    },
    ar: {
      name: 'نقاط مضاعفة على أواني المائدة',
      description: 'نقطتان مقابل كل يورو، على كل ما يصنعه خزّافونا ونافخو الزجاج.',
    },
  },
};

export const statusTranslations: Readonly<Record<string, SampleTranslations>> = {
  active: { de: { name: 'Aktiv' }, ar: { name: 'نشط' } },
  lapsed: { de: { name: 'Inaktiv' }, ar: { name: 'غير نشط' } },
};

/** The ways to earn that the page names to guests, by their English name. */
export const wayTranslations: Readonly<Record<string, SampleTranslations>> = {
  'Orders before today': {
    de: {
      name: 'Frühere Bestellungen',
      description: 'Schicken Sie uns die Belegnummer, und die Punkte werden gutgeschrieben.',
    },
    ar: { name: 'طلبات سابقة', description: 'أرسل إلينا رقم الإيصال، فتُضاف نقاطه.' },
  },
};
