import * as v from 'valibot';
import { longText, translations as translationsOf } from '../../../src/services/contract/kinds.ts';
import { lookUp } from '../../../src/services/transport/accept-language.ts';
import { record } from '../../../src/services/transport/read.ts';
import { readBody } from '../api/body.ts';
import { invalid } from '../api/problem.ts';
import type { Database } from '../database/tables.ts';
import { MESSAGE_FIELDS } from '../events/message.ts';
import { faultOfTemplate } from '../events/template.ts';
import { settingOf } from '../tenant-settings.ts';

// Subject and text of a message in the language of its receiver.

/** Fields of an event's data that are amounts in its `currency`: templates have them formatted, as `{{ money.price }}`. */
const AMOUNTS = ['price', 'was', 'amount', 'total'] as const;

/** What the paths of a message's templates begin with: the message of the event, the profile, and amounts in the language of the text. */
const PATHS = [
  ...MESSAGE_FIELDS,
  'profile.id',
  'profile.first_name',
  'profile.last_name',
  'stop_url',
  ...AMOUNTS.map((name) => `money.${name}`),
];

/** Settings of a target or an action with the texts of a message. */
export const TEXT_SETTINGS = ['subject', 'text', 'translations'] as const;

type Settings = Readonly<Record<string, unknown>>;

const translations = translationsOf({ subject: longText, text: longText });
const translated = v.looseObject({ translations: v.nullish(translations.write) });

/** Throws 422 for an invalid template in the subject or text of a message, and for a translation that lacks one of them. */
export function checkTexts({ subject, text, translations: given = null }: Settings): void {
  const { translations: inOthers } = readBody(
    translated,
    'application/json',
    JSON.stringify({ translations: given }),
  );
  const texts: [string, unknown][] = [
    ['subject', subject],
    ['text', text],
  ];
  for (const [language, translation] of Object.entries(inOthers ?? {})) {
    for (const [name, own] of Object.entries({ subject, text })) {
      const template = translation[name];
      if (template === undefined && typeof own === 'string')
        throw invalid({
          [`translations.${language}.${name}`]: [
            `The ${name} field is required, so that the message is in one language.`,
          ],
        });
      texts.push([`translations.${language}.${name}`, template]);
    }
  }
  for (const [name, template] of texts) {
    if (template === undefined || template === null) continue;
    const fault =
      typeof template === 'string' ? faultOfTemplate(template, { known: PATHS }) : 'It has to be text.';
    if (fault) throw invalid({ [name]: [fault] });
  }
}

/** The templates of a message in one language. */
export interface MessageTexts {
  readonly subject: string;
  readonly text: unknown;
  /** BCP 47; null where it is not known. */
  readonly language: string | null;
}

/**
 * The templates in the first of these languages that they are in, otherwise as they are in the settings: that is the language of the shop,
 * which the setting `programme.language` names.
 *
 * @param settings of the target, or of the action where that has texts of its own
 * @param ranges in lower case, the preferred language first
 */
export async function textsIn(
  db: Database,
  {
    settings,
    name,
    ranges,
  }: { readonly settings: Settings; readonly name: string; readonly ranges: readonly string[] },
): Promise<MessageTexts> {
  const { subject = name, text } = settings;
  const own = await settingOf(db, 'programme.language');
  const others = record(settings['translations']);
  const language = lookUp(ranges, [...Object.keys(others), ...(own === null ? [] : [own])]) ?? own;
  const translation = language === null || language === own ? {} : record(others[language]);
  return { subject: String(translation['subject'] ?? subject), text: translation['text'] ?? text, language };
}

/** The settings with the texts of an action's message: those of its target, but no translations of other texts than the action's own. */
export function textSettings(ofTarget: Settings, ofAction: Settings): Settings {
  const hasOwn = TEXT_SETTINGS.some((name) => ofAction[name] !== undefined && ofAction[name] !== null);
  return { ...ofTarget, ...(hasOwn && { translations: undefined }), ...ofAction };
}

/** The amounts of an event as its reader writes them; where the language is not known, the number with the code of its currency. */
export function amountsOf(data: Settings, language: string | null): Readonly<Record<string, string>> {
  const currency = typeof data['currency'] === 'string' ? data['currency'] : undefined;
  const format = language === null ? undefined : formatIn(language, currency);
  return Object.fromEntries(
    AMOUNTS.flatMap((name) => {
      const amount = data[name];
      if (typeof amount !== 'string' && typeof amount !== 'number') return [];
      // As text: a number would lose digits of a large amount.
      const text = format?.format(amount as number) ?? [amount, currency].filter(Boolean).join(' ');
      return [[name, text]];
    }),
  );
}

function formatIn(language: string, currency: string | undefined): Intl.NumberFormat {
  return new Intl.NumberFormat(language, currency === undefined ? {} : { style: 'currency', currency });
}
