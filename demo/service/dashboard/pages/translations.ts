import { html } from 'hono/html';
import type { Markup } from '../form.ts';
import { errorAt } from '../layout.ts';

/** A text of a definition, as its form has it. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'area';
}

type Texts = Readonly<Record<string, string>>;
/** Texts of a definition in other languages, by BCP 47 tag. */
export type Translations = Readonly<Record<string, Texts>>;
type Errors = Readonly<Record<string, readonly string[]>>;

/** An input has the name of the field in the service's errors: `translations.de.name`. */
const inputName = (language: string, field: string): string => `translations.${language}.${field}`;

const translationsOf = (definition: Readonly<Record<string, unknown>>): Translations =>
  (definition['translations'] ?? {}) as Translations;

/** `German (de)`; a text that is no language tag as it is. */
function languageName(tag: string): string {
  try {
    return `${new Intl.DisplayNames('en', { type: 'language' }).of(tag)} (${tag})`;
  } catch {
    return tag;
  }
}

/** The part of a form with the texts in other languages. */
export const translationFields = (
  fields: readonly TextField[],
  definition: Readonly<Record<string, unknown>>,
  errors: Errors = {},
): Markup =>
  html`${Object.entries(translationsOf(definition)).map(
      ([language, texts]) =>
        html`<fieldset class="fields">
          <legend>${languageName(language)}</legend>
          ${errorAt(errors, `translations.${language}`)}
          ${fields.map(({ name: field, label, kind }) => {
            const name = inputName(language, field);
            const invalid = errors[name] ? html`aria-invalid="true"` : '';
            return html`<label
              >${label}
              ${
                kind === 'area'
                  ? html`<textarea name="${name}" lang="${language}" dir="auto" rows="3" ${invalid}>
${texts[field] ?? ''}</textarea>`
                  : html`<input
                      type="text"
                      name="${name}"
                      lang="${language}"
                      dir="auto"
                      value="${texts[field] ?? ''}"
                      ${invalid}
                    />`
              }
              ${errorAt(errors, name)}
            </label>`;
          })}
          <label class="check"
            ><input type="checkbox" name="remove_language" value="${language}" /> Remove
            ${languageName(language)}</label
          >
        </fieldset>`,
    )}<label
      >Add a language
      <input
        type="text"
        name="add_language"
        autocomplete="off"
        ${errors['translations'] ? html`aria-invalid="true"` : ''}
      />
      <small
        >A tag such as de or pt-BR. Save, and enter its texts. A text that is empty is shown as above.</small
      >
      ${errorAt(errors, 'translations')}
    </label>`;

/** The translations where a form changes them; null for none left. Texts that have no input in the form stay as they are. */
export function translationChanges(
  form: URLSearchParams,
  fields: readonly TextField[],
  definition: Readonly<Record<string, unknown>>,
): { readonly translations?: Translations | null } {
  const all = new Map<string, Record<string, string>>(
    Object.entries(translationsOf(definition)).map(([language, texts]) => [language, { ...texts }]),
  );
  for (const [name, value] of form) {
    const [, language, field] = /^translations\.(.*)\.(\w+)$/.exec(name) ?? [];
    if (language === undefined || !fields.some((one) => one.name === field)) continue;
    const texts = all.get(language) ?? {};
    all.set(language, texts);
    delete texts[field!];
    // Forms send line breaks as CRLF.
    if (value !== '') texts[field!] = value.replace(/\r\n/g, '\n');
  }
  const added = form.get('add_language')?.trim();
  if (added && !all.has(added)) all.set(added, {});
  for (const language of form.getAll('remove_language')) all.delete(language);
  const translations = all.size > 0 ? Object.fromEntries(all) : null;
  const before = definition['translations'] ?? null;
  return JSON.stringify(translations) === JSON.stringify(before) ? {} : { translations };
}
