import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import {
  editRewardDefinition,
  readRewardDefinition,
} from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const ORIGIN = 'http://127.0.0.1:4010';
const PAGE = '/dashboard/rewards/1';
const { username, password } = users.administrator;

interface Field {
  readonly name: string;
  readonly value: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The fields of the form with this action that a browser sends, in their order. */
function fieldsOf(page: string, action: string): Field[] {
  const fields: Field[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node, isInForm: boolean): void => {
    if (!('childNodes' in node)) return;
    const attributes =
      'attrs' in node ? Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])) : {};
    const tag = node.nodeName;
    const isInside = isInForm || (tag === 'form' && attributes['action'] === action);
    const isSent = attributes['type'] !== 'checkbox' || 'checked' in attributes;
    if (isInside && (tag === 'input' || tag === 'textarea') && isSent) {
      const [text] = node.childNodes;
      const value = tag === 'input' ? (attributes['value'] ?? '') : text && 'value' in text ? text.value : '';
      fields.push({ name: attributes['name'] ?? '', value, attributes });
    }
    for (const child of node.childNodes) visit(child, isInside);
  };
  visit(parseFragment(page), false);
  return fields;
}

describe('the translations in the form of a reward', () => {
  let service: OpenService;
  let session: string;
  let machine: string;
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
    const { text, headers } = await send('/dashboard/sign-in');
    const token = fieldsOf(text, '/dashboard/sign-in').find(({ name }) => name === 'form_token')!.value;
    const form = { username, password, form_token: token };
    const entered = await send('/dashboard/sign-in', form, cookieOf(headers, 'dashboard_visit'));
    session = cookieOf(entered.headers, 'dashboard_session');
  });
  afterAll(() => service?.drop());
  beforeEach(() => store({ de: { name: 'Kaffee', long_description: 'Lang.' } }));

  async function send(path: string, form?: Readonly<Record<string, string>>, cookie = '') {
    const response = await service.app.fetch(
      new Request(ORIGIN + path, {
        headers: { Cookie: cookie, Origin: ORIGIN },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      }),
    );
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  const cookieOf = (headers: Headers, name: string) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.startsWith(`${name}=`) && !one.endsWith('=')) ?? '';

  const path = { definition: '1' };
  const store = (translations: unknown) =>
    service.call(editRewardDefinition, { path, token: machine, body: { translations } });
  const stored = async () =>
    (await service.call(readRewardDefinition, { path, token: machine })).body.data.translations;
  const open = async () => fieldsOf((await send(PAGE, undefined, session)).text, PAGE);
  const valuesOf = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  /** Sends the form of the page with these changes. */
  const save = async (changes: Readonly<Record<string, string>>, fields?: readonly Field[]) =>
    send(PAGE, { ...valuesOf(fields ?? (await open())), ...changes }, session);

  it('are a group of fields for each language, in that language', async () => {
    const { text } = await send(PAGE, undefined, session);
    expect(text).toContain('German (de)');
    const fields = fieldsOf(text, PAGE).filter(({ name }) => name.startsWith('translations.'));
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['translations.de.name', 'Kaffee'],
      ['translations.de.short_description', ''],
      ['translations.de.description', ''],
      ['translations.de.terms_conditions', ''],
    ]);
    for (const { attributes } of fields) expect(attributes).toMatchObject({ lang: 'de', dir: 'auto' });
  });

  it('are stored with what the form does not show', async () => {
    const answer = await save({
      'translations.de.name': 'Gratis-Kaffee',
      'translations.de.description': 'Eine Tasse.\r\nSonst nichts.',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}?saved`]);
    expect(await stored()).toEqual({
      de: {
        name: 'Gratis-Kaffee',
        description: 'Eine Tasse.\nSonst nichts.',
        long_description: 'Lang.',
      },
    });
    await save({ 'translations.de.description': '' });
    expect(await stored()).toEqual({ de: { name: 'Gratis-Kaffee', long_description: 'Lang.' } });
  });

  it('are stored in a language that is added, once it has fields', async () => {
    expect((await save({ add_language: ' ar ' })).status).toBe(303);
    await save({ 'translations.ar.name': 'قهوة' });
    expect(await stored()).toMatchObject({ ar: { name: 'قهوة' }, de: { name: 'Kaffee' } });
  });

  it('are gone in a language that is removed, and all with the last one', async () => {
    await store({ de: { name: 'Kaffee' }, fr: { name: 'Café' } });
    await save({ remove_language: 'fr' });
    expect(await stored()).toEqual({ de: { name: 'Kaffee' } });
    await save({ remove_language: 'de' });
    expect(await stored()).toBeNull();
  });

  it('are kept in a language that was added after the form was opened', async () => {
    const fields = await open();
    await store({ de: { name: 'Kaffee' }, fr: { name: 'Café' } });
    await save({ 'translations.de.name': 'Gratis-Kaffee' }, fields);
    expect(await stored()).toEqual({ de: { name: 'Gratis-Kaffee' }, fr: { name: 'Café' } });
  });

  it.each([
    ['a language that is none', { add_language: 'de_DE!' }, 'has to be a language'],
    ['a language twice', { add_language: 'DE' }, 'name each language once'],
    ['a long name', { 'translations.de.name': 'x'.repeat(256) }, 'too long'],
  ])('say %s beside its field, and keep what was entered', async (_, changes, message) => {
    const { status, text } = await save({ ...changes, 'translations.de.short_description': 'Kurz.' });
    expect(status).toBe(422);
    expect(/<small class="bad">([^<]*)/.exec(text)?.[1]).toContain(message);
    const fields = fieldsOf(text, PAGE);
    expect(valuesOf(fields)).toMatchObject({ 'translations.de.short_description': 'Kurz.' });
    expect(await stored()).toEqual({ de: { name: 'Kaffee', long_description: 'Lang.' } });
  });

  it('keep what is entered in a new language while another field is refused', async () => {
    const refused = await save({ add_language: 'fr', 'translations.de.name': 'x'.repeat(256) });
    const fields = fieldsOf(refused.text, PAGE);
    await save({ 'translations.fr.name': 'Café', 'translations.de.name': 'Kaffee' }, fields);
    expect(await stored()).toMatchObject({ fr: { name: 'Café' }, de: { name: 'Kaffee' } });
  });

  it('are text in the page, whatever they contain', async () => {
    await store({ de: { name: '"><script>alert(1)</script>', description: '</textarea><script>' } });
    expect((await send(PAGE, undefined, session)).text).not.toContain('<script>');
    expect(valuesOf(await open())).toMatchObject({
      'translations.de.name': '"><script>alert(1)</script>',
      'translations.de.description': '</textarea><script>',
    });
  });
});
