import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import {
  isMessageKey,
  MESSAGE_KEYS,
  type MessageKey,
} from '../../../src/components/internal/texts/message-keys.ts';
import { REPLACEMENTS, setMessages, type Messages } from '../../../src/components/internal/texts/messages.ts';
import { SAVED_TEXTS } from '../../../src/components/internal/texts/saved-texts.ts';
import { messages as ar } from '../../../src/locales/ar.ts';
import { messages as de } from '../../../src/locales/de.ts';
import { messages as es } from '../../../src/locales/es.ts';
import { messages as fr } from '../../../src/locales/fr.ts';
import { messages as ja } from '../../../src/locales/ja.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  allElements,
  closeService,
  everythingIn,
  loaded,
  openService,
  page,
  until,
} from '../../support/component-page.ts';

const LANGUAGES: Readonly<Record<string, { messages: Messages; word: RegExp; saved: RegExp }>> = {
  en: { messages: {}, word: /wishlist/i, saved: /from Saved/ },
  de: { messages: de, word: /Merkzettel/, saved: /nicht mehr merken/ },
  fr: { messages: fr, word: /liste d’envies/i, saved: /articles enregistrés/ },
  es: { messages: es, word: /lista de deseos/i, saved: /de guardados/ },
  ja: { messages: ja, word: /お気に入り/, saved: /保存済みから削除/ },
  ar: { messages: ar, word: /أمنيات/, saved: /محفوظاتك/ },
};
const content = html`
  <loyalty-wishlist all-lists></loyalty-wishlist>
  <loyalty-wishlist-button product-id="lamp" product-name="Lamp"></loyalty-wishlist-button>
  <loyalty-lists expanded></loyalty-lists>
`;
const global = globalThis as { [REPLACEMENTS]?: Messages };

describe('saved-name of loyalty-provider', () => {
  afterEach(() => {
    closeService();
    delete global[REPLACEMENTS];
  });

  async function open(messages: Messages, own?: Messages) {
    delete global[REPLACEMENTS];
    setMessages(messages);
    const member = sampleMember();
    openService(member);
    const provider = await page(content, member);
    if (own) provider.messages = own;
    for (const name of ['loyalty-wishlist', 'loyalty-lists'] as const)
      await loaded(provider.querySelector(name)!);
    return provider;
  }
  /** All texts and names that a person reads. */
  const textsIn = (provider: Element) =>
    [...provider.children, ...allElements(provider)]
      .filter(({ localName }) => localName.startsWith('loyalty-'))
      .map((element) => [...element.shadowRoot!.children].map(everythingIn).join('\n'))
      .join('\n')
      .replace(/^.*(part|class|data-list|href|src)=.*$/gm, (line) =>
        line.replace(/(part|class|data-list|href|src)=\S+/g, ''),
      );

  for (const [language, { messages, word, saved }] of Object.entries(LANGUAGES))
    it(`says "Saved" instead of "Wishlist" in every text: ${language}`, async () => {
      const provider = await open(messages);
      expect(textsIn(provider)).to.match(word);
      provider.savedName = 'saved';
      await until(() => saved.test(textsIn(provider)), 'the texts');
      expect(textsIn(provider)).not.to.match(word);
    });

  it('has each text of each language, and no text of another one', () => {
    const keys = MESSAGE_KEYS.filter((key) => /wishlist/i.test(key));
    expect(Object.keys(SAVED_TEXTS).sort()).to.deep.equal([...keys].sort());
    for (const [key, pairs] of Object.entries(SAVED_TEXTS)) {
      expect(isMessageKey(key)).to.equal(true);
      const texts = Object.values(LANGUAGES).map(({ messages }) => messages[key as MessageKey] ?? key);
      expect(Object.keys(pairs).sort()).to.deep.equal([...new Set(texts)].sort());
      for (const text of Object.values(pairs))
        expect(text.includes('{product}')).to.equal(key.includes('{product}'));
    }
  });

  it('leaves what the page has written itself', async () => {
    const provider = await open(de, { 'Remove {product} from your wishlist': '{product} weg' });
    provider.savedName = 'saved';
    await until(() => {
      const texts = textsIn(provider);
      return texts.includes('Linen throw weg') && !texts.includes('Merkzettel');
    }, 'the texts');
  });
});
