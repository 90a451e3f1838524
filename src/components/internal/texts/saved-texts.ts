import { shownElements } from '../shown-elements.ts';
import type { MessageKey } from './message-keys.ts';
import { REPLACEMENTS, setMessages, type Messages } from './messages.ts';

// `saved-name="saved"` of the provider: "Saved" instead of "Wishlist", in each language that the package has. Loaded with it only.

/** The text of each language that is replaced, and the one in its place. English is the key itself. */
type Pairs = Readonly<Record<string, string>>;

export const SAVED_TEXTS: { readonly [Key in MessageKey]?: Pairs } = {
  Wishlist: {
    Wishlist: 'Saved',
    Merkzettel: 'Gemerkt',
    'Liste d’envies': 'Articles enregistrés',
    'Lista de deseos': 'Guardados',
    お気に入り: '保存済み',
    'قائمة أمنيات': 'المحفوظات',
  },
  'Your wishlist': {
    'Your wishlist': 'Saved',
    'Ihr Merkzettel': 'Gemerkt',
    'Votre liste d’envies': 'Vos articles enregistrés',
    'Tu lista de deseos': 'Guardados',
    お気に入り: '保存済み',
    'قائمة أمنياتك': 'محفوظاتك',
  },
  'Loading your wishlist': {
    'Loading your wishlist': 'Loading what you saved',
    'Ihr Merkzettel wird geladen': 'Gemerkte Produkte werden geladen',
    'Chargement de votre liste d’envies': 'Chargement de vos articles enregistrés',
    'Cargando tu lista de deseos': 'Cargando tus productos guardados',
    お気に入りを読み込んでいます: '保存した商品を読み込んでいます',
    'جارٍ تحميل قائمة أمنياتك': 'جارٍ تحميل محفوظاتك',
  },
  'Remove {product} from your wishlist': {
    'Remove {product} from your wishlist': 'Remove {product} from Saved',
    '{product} vom Merkzettel entfernen': '{product} nicht mehr merken',
    'Retirer de votre liste d’envies : {product}': 'Retirer de vos articles enregistrés : {product}',
    'Quitar {product} de tu lista de deseos': 'Quitar {product} de guardados',
    '{product}をお気に入りから削除': '{product}を保存済みから削除',
    'إزالة {product} من قائمة أمنياتك': 'إزالة {product} من محفوظاتك',
  },
  'Save to your wishlist': {
    'Save to your wishlist': 'Save',
    'Auf den Merkzettel': 'Merken',
    'Ajouter à votre liste d’envies': 'Enregistrer',
    'Guardar en tu lista de deseos': 'Guardar',
    お気に入りに追加: '保存',
    'احفظ في قائمة أمنياتك': 'حفظ',
  },
  'Save {product} to your wishlist': {
    'Save {product} to your wishlist': 'Save {product}',
    '{product} auf den Merkzettel setzen': '{product} merken',
    'Ajouter à votre liste d’envies : {product}': 'Enregistrer : {product}',
    'Guardar {product} en tu lista de deseos': 'Guardar {product}',
    '{product}をお気に入りに追加': '{product}を保存',
    'احفظ {product} في قائمة أمنياتك': 'حفظ {product}',
  },
  'Sign in to see your wishlist.': {
    'Sign in to see your wishlist.': 'Sign in to see what you saved.',
    'Melden Sie sich an, um Ihren Merkzettel zu sehen.': 'Melden Sie sich an, um gemerkte Produkte zu sehen.',
    'Connectez-vous pour voir votre liste d’envies.': 'Connectez-vous pour voir vos articles enregistrés.',
    'Inicia sesión para ver tu lista de deseos.': 'Inicia sesión para ver lo que has guardado.',
    'ログインするとお気に入りが表示されます。': 'ログインすると保存した商品が表示されます。',
    'سجّل الدخول لرؤية قائمة أمنياتك.': 'سجّل الدخول لرؤية محفوظاتك.',
  },
  'Couldn’t load your wishlist.': {
    'Couldn’t load your wishlist.': 'Couldn’t load what you saved.',
    'Ihr Merkzettel konnte nicht geladen werden.': 'Gemerkte Produkte konnten nicht geladen werden.',
    'Impossible de charger votre liste d’envies.': 'Impossible de charger vos articles enregistrés.',
    'No se pudo cargar tu lista de deseos.': 'No se pudieron cargar tus productos guardados.',
    'お気に入りを読み込めませんでした。': '保存した商品を読み込めませんでした。',
    'تعذّر تحميل قائمة أمنياتك.': 'تعذّر تحميل محفوظاتك.',
  },
};

/** Replaces the texts of the page's language. What the page has written itself in `messages` stays. */
export function saySaved(): void {
  const shown = (globalThis as { [REPLACEMENTS]?: Messages })[REPLACEMENTS] ?? {};
  const found = Object.entries(SAVED_TEXTS).flatMap(([key, pairs]) => {
    const now = shown[key as MessageKey] ?? key;
    const text = typeof now === 'string' ? pairs[now] : undefined;
    return text ? [[key, text]] : [];
  });
  setMessages(Object.fromEntries(found) as Messages);
  for (const element of shownElements) element.requestUpdate();
}
