import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { MESSAGE_KEYS, type MessageKey } from '../../src/components/internal/texts/message-keys.ts';
import type { Message, Messages } from '../../src/components/internal/texts/messages.ts';
import { HEAD, providerOf, textIn } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

const LOCALES = readdirSync('src/locales').map((name) => name.replace(/\.ts$/, ''));
/** Keys that the guide marks with a star. */
const WITH_NUMBER = [...readFileSync('docs/guides/messages.md', 'utf8').matchAll(/^- `(.+?)` \*$/gm)].map(
  ([, key]) => key!,
);
const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const formsOf = (message: Message) => (typeof message === 'string' ? { other: message } : message);
const messagesOf = async (locale: string) =>
  ((await import(`../../src/locales/${locale}.ts`)) as { messages: Messages }).messages;

/** Texts of buttons and inputs, each with its accessible name. */
const LABELS = [
  ['Add a note', 'Add a note to {product}'],
  ['Apply', 'Apply {reward}'],
  ['Chip in', 'Chip in for {product}'],
  ['Choose lists', 'Choose lists for {product}'],
  ['Edit note', 'Edit note on {product}'],
  ['Claim', 'Claim {reward}'],
  ['Delete', 'Delete {list}'],
  ['How many', 'How many of {product} would you like?'],
  ['How to use', 'How to use {benefit}'],
  ['I bought it', 'I bought it: {product}'],
  ['Move to cart', 'Move to cart: {product}'],
  ['Remove', 'Remove {name}'],
  ['Remove', 'Remove {reward}'],
  ['Rename', 'Rename {list}'],
  ['Reserve', 'Reserve {product}'],
  ['Share', 'Share {list}'],
  ['Show all {n}', 'Show all {n} achievements'],
  ['Show all {n}', 'Show all {n} benefits'],
  ['Show all {n}', 'Show all {n} dates'],
  ['Show all {n}', 'Show all {n} gift cards and store credit'],
  ['Show all {n}', 'Show all {n} lists'],
  ['Show all {n}', 'Show all {n} products'],
  ['Show all {n}', 'Show all {n} receipts'],
  ['Show all {n}', 'Show all {n} rewards'],
  ['Show all {n}', 'Show all {n} ways to earn'],
  ['Undo', 'Undo the reservation of {product}'],
  ['Undo', 'Undo your contribution to {product}'],
  ['Use', 'Use {reward}'],
] as const satisfies readonly (readonly [MessageKey, MessageKey])[];

test('the languages are those of the guide', () => {
  const guide = readFileSync('docs/guides/messages.md', 'utf8');
  const named = [...guide.matchAll(/^\| `(\w+)` +\|/gm)].map(([, locale]) => locale);
  expect(named.sort()).toEqual(LOCALES);
});

describe.each(LOCALES)('language %s', (locale) => {
  test('translates no text that no element has', async () => {
    const known: readonly string[] = MESSAGE_KEYS;
    expect(Object.keys(await messagesOf(locale)).filter((key) => !known.includes(key))).toEqual([]);
  });

  test('names no value in braces that the text does not get', async () => {
    for (const [key, message] of Object.entries(await messagesOf(locale)))
      for (const form of Object.values(formsOf(message)))
        expect(namesIn(key), `${key}: ${form}`).toEqual(expect.arrayContaining(namesIn(form)));
  });

  test.each(LABELS)(
    'contains the text of the button %s in its accessible name, for speech input',
    async (text, label) => {
      const messages = await messagesOf(locale);
      expect(`${messages[label] ?? label}`.toLowerCase()).toContain(
        `${messages[text] ?? text}`.toLowerCase(),
      );
    },
  );

  test('has the plural forms of the language where the text depends on a number', async () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const messages = await messagesOf(locale);
    for (const key of WITH_NUMBER) {
      const message = messages[key as keyof Messages];
      if (message) expect(Object.keys(formsOf(message)).sort(), key).toEqual([...pluralCategories].sort());
    }
  });
});

describe('script of a language', () => {
  const member = sampleMember();
  const BODY = `${providerOf(member)}<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards>`;
  const headOf = (locale: string) =>
    `<script type="module" src="{origin}/cdn/locale-${locale}.js"></script>${HEAD}<script>document.documentElement.lang = '${locale}'</script>`;
  const { openApart } = useCdnBrowser();

  test.each([
    ['de', /2\.480 Punkte.*Einlösen/],
    ['ja', /2,480 ポイント.*交換する/],
    ['ar', /نقطة.*استبدال/],
  ])('%s gives the elements their texts', async (locale, shown) => {
    const opened = await openApart({ head: headOf(locale), body: BODY });
    await expect.poll(() => textIn(opened.page)).toMatch(shown);
    expect([opened.lines, opened.errors]).toEqual([[], []]);
    await opened.close();
  });

  test("leaves the page's own messages as they are", async () => {
    const body = BODY.replace('platform', `messages='{"Claim": "Holen"}' platform`);
    const opened = await openApart({ head: headOf('de'), body });
    await expect.poll(() => textIn(opened.page)).toMatch(/2\.480 Punkte.*Holen/);
    await opened.close();
  });
});
