import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  checkRecords,
  parseJson,
  readBody,
  rejectUnstorable,
  textOfBody,
  tooLarge,
  type BodyRules,
} from '../../../../demo/service/api/body.ts';
import { EXPECTATION } from '../../../../src/services/contract/kinds.ts';
import { Problem } from '../../../../demo/service/api/problem.ts';

const anything = v.record(v.string(), v.unknown());
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What a reader refuses, or what it gives where it refuses nothing. */
function refused(reader: () => unknown) {
  try {
    return { status: 200, body: reader() };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const { status, message, details } = problem;
    return { status, message, errors: details.errors };
  }
}

function read(
  text: string,
  type: string | null = JSON_TYPE,
  rules?: BodyRules,
  schema: v.GenericSchema = anything,
) {
  return refused(() => readBody(schema, type, text, rules));
}

describe('readBody', () => {
  it.each([JSON_TYPE, 'Application/JSON', 'application/json; charset=utf-8', ' application/json ;x'])(
    'reads JSON as %s',
    (type) => {
      expect(read('{"a":[1,{"b":"c"}]}', type)).toEqual({ status: 200, body: { a: [1, { b: 'c' }] } });
    },
  );

  it('reads a form, and the first value of a field that is sent twice', () => {
    expect(read('a=1&b=x+y&a=2', FORM_TYPE, { form: true })).toEqual({
      status: 200,
      body: { a: '1', b: 'x y' },
    });
  });

  it('reads an empty body without a content type as an object without fields', () => {
    expect(read('', null)).toEqual({ status: 200, body: {} });
    expect(read('', null, { form: true })).toEqual({ status: 200, body: {} });
  });

  it.each<[type: string | null, text: string, form: boolean, wanted: string]>([
    ['text/plain', '{}', false, 'JSON: send Content-Type application/json.'],
    ['text/plain', '', false, 'JSON: send Content-Type application/json.'],
    [null, '{}', false, 'JSON: send Content-Type application/json.'],
    ['', '', false, 'JSON: send Content-Type application/json.'],
    ['text/html; application/json', '{}', false, 'JSON: send Content-Type application/json.'],
    [FORM_TYPE, 'a=1', false, 'JSON: send Content-Type application/json.'],
    [JSON_TYPE, '{}', true, 'a form: send Content-Type application/x-www-form-urlencoded.'],
  ])('refuses %s with %j', (type, text, form, wanted) => {
    expect(read(text, type, { form })).toMatchObject({
      status: 415,
      message: `The body has to be ${wanted}`,
    });
  });

  it.each(['', '{', '{a:1}', '\u0000{}'])('refuses %j, which is not JSON', (text) => {
    expect(read(text)).toMatchObject({ status: 400, message: 'The body is not valid JSON.' });
  });

  it('accepts at most 64 KiB, or the limit of the route', () => {
    const text = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(read(text(65_536)).status).toBe(200);
    expect(read(text(65_537)).status).toBe(413);
    expect(read(`{"a":"${'é'.repeat(40_000)}"}`).status).toBe(413);
    expect(read(text(11), JSON_TYPE, { maxBytes: 10 }).status).toBe(413);
    expect(read(text(10), JSON_TYPE, { maxBytes: 10 }).status).toBe(200);
    // The size is checked before the type and before parsing.
    expect(read('x'.repeat(11), null, { maxBytes: 10 }).status).toBe(413);
    expect(tooLarge(10)).toMatchObject({ status: 413, message: 'The body is too large: at most 10 bytes.' });
  });

  it.each([
    ['a NUL', '{"a":"x\\u0000"}', 'a'],
    ['half a surrogate pair', '{"a":"\\ud800x"}', 'a'],
    ['a NUL in a list', '{"a":["x",{"b":"\\u0000"}]}', 'a.1.b'],
    ['a NUL in a name', '{"a":{"\\u0000":1}}', 'a'],
    ['half a pair in a name', '{"\\udc00":1}', 'body'],
  ])('refuses %s, which cannot be stored', (_, text, field) => {
    expect(read(text)).toEqual({
      status: 422,
      message: 'The given data was invalid.',
      errors: { [field]: [`The ${field} field has an invalid format.`] },
    });
  });

  it('accepts complete surrogate pairs and null', () => {
    expect(read('{"a":"\\ud83d\\ude00","b":null}')).toMatchObject({ status: 200 });
  });

  it('accepts 32 levels, and refuses a deeper body with the name of the top-level field', () => {
    const nested = (levels: number) => `{"a":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(read(nested(31)).status).toBe(200);
    expect(read(nested(32))).toMatchObject({ status: 422, errors: { a: ['is nested too deeply.'] } });
    expect(read(`${'['.repeat(20_000)}${']'.repeat(20_000)}`).status).toBe(422);
  });

  const shape = v.object({
    name: v.pipe(v.string(), v.minLength(2), v.maxLength(3)),
    count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
    code: v.optional(v.pipe(v.string(), v.regex(/^x/))),
    both: v.optional(v.union([v.string(), v.number()])),
    big: v.optional(v.pipe(v.number(), v.safeInteger())),
    inner: v.optional(v.object({ flag: v.boolean() })),
  });
  it.each<[body: string, errors: Record<string, string[]>]>([
    ['{}', { name: ['The name field is required.'] }],
    ['{"name":"a"}', { name: ['The name field is too short: at least 2 characters.'] }],
    ['{"name":"abcd"}', { name: ['The name field is too long: at most 3 characters.'] }],
    ['{"name":null}', { name: ['The name field has to be text.'] }],
    ['{"name":"ab","count":0}', { count: ['The count field is too small: at least 1.'] }],
    ['{"name":"ab","count":6}', { count: ['The count field is too large: at most 5.'] }],
    ['{"name":"ab","count":1.5}', { count: ['The count field has to be a whole number.'] }],
    ['{"name":"ab","big":1e300}', { big: ['The big field has to be a whole number.'] }],
    ['{"name":"ab","code":"y"}', { code: ['The code field has an invalid format.'] }],
    ['{"name":"ab","both":true}', { both: ['The both field has to be text or a number.'] }],
    ['{"name":"ab","inner":{"flag":1}}', { 'inner.flag': ['The inner.flag field has to be true or false.'] }],
    [
      '{"count":0}',
      { name: ['The name field is required.'], count: ['The count field is too small: at least 1.'] },
    ],
    ['[]', { name: ['The name field is required.'] }],
    ['1', { body: ['The body field has to be a JSON object.'] }],
  ])('answers for %s a message for each field', (text, errors) => {
    expect(read(text, JSON_TYPE, {}, shape)).toEqual({
      status: 422,
      message: 'The given data was invalid.',
      errors,
    });
  });

  it('removes fields that the schema does not have', () => {
    expect(read('{"name":"ab","other":1}', JSON_TYPE, {}, shape)).toEqual({
      status: 200,
      body: { name: 'ab' },
    });
  });
});

describe('error messages of readBody', () => {
  it('have one fault for each field, with its unit', () => {
    const schema = v.object({
      name: v.pipe(v.string(), v.maxLength(2), v.regex(/^a/)),
      tags: v.pipe(v.array(v.string()), v.maxLength(1)),
    });
    expect(read('{"name":"bbb","tags":["a","b"]}', JSON_TYPE, {}, schema)).toMatchObject({
      status: 422,
      errors: {
        name: ['The name field is too long: at most 2 characters.'],
        tags: ['The tags field is too long: at most 1 items.'],
      },
    });
  });

  it('name the known words, with their own brackets', () => {
    const schema = v.object({ kind: v.picklist(['a(b)c', 'd']) });
    expect(read('{"kind":"e"}', JSON_TYPE, {}, schema)).toMatchObject({
      errors: { kind: ['The kind field has to be "a(b)c" or "d".'] },
    });
  });

  it('have the text of the kind of value', () => {
    const schema = v.object({ day: v.pipe(v.string(), v.isoDate(`${EXPECTATION}a day.`)) });
    expect(read('{"day":"e"}', JSON_TYPE, {}, schema)).toMatchObject({
      errors: { day: [`The day field ${EXPECTATION}a day.`] },
    });
  });

  it('say "valid" if the schema has no name for the expected value', () => {
    const schema = v.object({
      name: v.pipe(
        v.string(),
        v.check(() => false),
      ),
    });
    expect(read('{"name":"a"}', JSON_TYPE, {}, schema)).toMatchObject({
      errors: { name: ['The name field has to be valid.'] },
    });
  });
});

describe('checkRecords', () => {
  const record = v.object({ name: v.string() });

  it('gives the records as their schema reads them', () => {
    expect(checkRecords(record, [{ name: 'a', other: 1 }, { name: 'b' }])).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
  });

  it('refuses all of them with the position of each wrong field', () => {
    expect(() => checkRecords(record, [{ name: 'a' }, { name: 1 }])).toThrow(
      expect.objectContaining({
        status: 422,
        details: expect.objectContaining({
          errors: { '1.name': ['The name field of entry 2 has to be text.'] },
        }),
      }),
    );
  });

  it('takes 64 KiB of bytes, or what the caller says, and no more', () => {
    const records = (bytes: number) => [{ name: 'x'.repeat(bytes - '[{"name":""}]'.length) }];
    expect(checkRecords(record, records(65_536))).toHaveLength(1);
    const tooMuch = expect.objectContaining({ status: 413 });
    expect(() => checkRecords(record, records(65_537))).toThrow(tooMuch);
    expect(checkRecords(record, records(65_537), 65_537)).toHaveLength(1);
    expect(() => checkRecords(record, records(65_538), 65_537)).toThrow(tooMuch);
  });
});

describe('textOfBody', () => {
  const bytes = (...values: (number | string)[]) =>
    Uint8Array.from(
      values.flatMap((value) => (typeof value === 'string' ? [...Buffer.from(value)] : [value])),
    ).buffer;

  it('reads UTF-8', () => {
    expect(textOfBody(bytes('{"a":"é😀"}'))).toBe('{"a":"é😀"}');
    expect(textOfBody(bytes())).toBe('');
  });

  it.each([
    ['the first byte', bytes(0xff, 'a'), 1],
    ['a byte after others', bytes('aé', 0xe9, 'b'), 4],
    ['a character that is cut', bytes('ab', 0xc3), 3],
  ])('refuses %s that is not UTF-8, with its place', (_, body, byte) => {
    expect(refused(() => textOfBody(body))).toMatchObject({
      status: 400,
      message: `The body is not UTF-8: byte ${byte} is invalid.`,
    });
  });
});

describe('bodies with many values', () => {
  const list = (values: number) => `[${'1,'.repeat(values - 1)}1]`;

  it('are read up to 200,000 values', () => {
    expect(parseJson(list(200_000))).toHaveLength(200_000);
    expect(parseJson(`{"a":${list(199_998)}}`)).toHaveProperty('a');
    const tooMany = {
      status: 413,
      message: 'What you send has more than 200000 values: send it in parts.',
    };
    expect(refused(() => parseJson(list(200_001)))).toMatchObject(tooMany);
    expect(refused(() => parseJson('['.repeat(200_001)))).toMatchObject(tooMany);
    expect(refused(() => parseJson('{"a":'.repeat(200_001)))).toMatchObject(tooMany);
    expect(read(list(200_001), JSON_TYPE, { maxBytes: 1e6 })).toMatchObject(tooMany);
  });

  it('count no character inside of a text', () => {
    const text = (inside: string) => `["${inside}"]`;
    expect(parseJson(text(',[{'.repeat(100_000)))).toHaveLength(1);
    expect(parseJson(text(`\\"${','.repeat(200_001)}`))).toHaveLength(1);
    expect(parseJson(text(`${','.repeat(200_001)}\\\\`))).toHaveLength(1);
    expect(refused(() => parseJson(`["\\\\",${list(200_001)}]`))).toMatchObject({ status: 413 });
    expect(refused(() => parseJson(`["",${list(200_001)}]`))).toMatchObject({ status: 413 });
    expect(() => parseJson(`["${',[{'.repeat(100_000)}`)).toThrow(SyntaxError);
  });

  it.each([
    [2_000, 2_000],
    [2_001, 1],
  ])('of %d values have %d errors', (values, errors) => {
    const answer = read(list(values), JSON_TYPE, {}, v.array(v.string())) as { errors: object };
    expect(Object.keys(answer.errors)).toHaveLength(errors);
  });
});

describe('bodies that say nothing', () => {
  const shape = v.object({ name: v.optional(v.nullable(v.string())), count: v.optional(v.number()) });
  const rules = { needsKnownField: true };

  it('are refused where no field is known, with the fields that are', () => {
    expect(read('{"nam":"a","x":1}', JSON_TYPE, rules, shape)).toMatchObject({
      status: 422,
      errors: {
        body: ['The body has no known field: send at least one of name, count.'],
        nam: ['There is no field nam here: the nearest one is name.'],
        x: [expect.stringContaining('There is no field x here')],
      },
    });
  });

  it.each([
    ['one field is known', '{"name":"a","x":1}', rules],
    ['no field is sent', '{}', rules],
    ['the route does not ask for one', '{"x":1}', {}],
  ])('are accepted where %s', (_, text, given) => {
    expect(read(text, JSON_TYPE, given, shape).status).toBe(200);
  });
});

describe('a new record', () => {
  const fields = { name: v.optional(v.nullable(v.string())), count: v.optional(v.number()) };
  const part = (of: 'add' | 'edit') =>
    Object.assign(v.object(fields), { named: { name: 'Thing', shown: false, part: of } });
  const rules = { needsValue: true };

  it.each(['{}', '{"name":null}', '{"other":1}'])('is refused without a value: %s', (text) => {
    expect(read(text, JSON_TYPE, rules, part('add'))).toMatchObject({
      status: 422,
      errors: { body: ['The body has no value: send at least one of name, count.'] },
    });
  });

  it.each([
    ['a value is sent', '{"name":null,"count":0}', rules, part('add')],
    ['a record is changed', '{}', rules, part('edit')],
    ['its path says what is wanted', '{}', {}, part('add')],
    ['it is no record', '{}', rules, v.object(fields)],
  ])('is accepted where %s', (_, text, given, schema) => {
    expect(read(text, JSON_TYPE, given, schema).status).toBe(200);
  });
});

describe('entries of a list', () => {
  it('are named by their number where the whole entry is wrong', () => {
    expect(read('[{},1]', JSON_TYPE, {}, v.array(v.object({})))).toMatchObject({
      errors: { 1: ['The entry 2 has to be a JSON object.'] },
    });
    const eleven = JSON.stringify([...Array.from({ length: 10 }, () => ({})), 1]);
    expect(read(eleven, JSON_TYPE, {}, v.array(v.object({})))).toMatchObject({
      errors: { 10: ['The entry 11 has to be a JSON object.'] },
    });
    expect(read('{"1a":2}', JSON_TYPE, {}, v.object({ '1a': v.string() }))).toMatchObject({
      errors: { '1a': ['The 1a field has to be text.'] },
    });
    expect(read('{"1":2}', JSON_TYPE, {}, v.object({ 1: v.object({ a: v.string() }) }))).toMatchObject({
      errors: { 1: ['The entry 2 has to be a JSON object.'] },
    });
    expect(read('{"a1":2}', JSON_TYPE, {}, v.object({ a1: v.array(v.string()) }))).toMatchObject({
      errors: { a1: ['The a1 field has to be a list.'] },
    });
  });
});

describe('rejectUnstorable', () => {
  it('names what was sent where no field is wrong', () => {
    expect(refused(() => rejectUnstorable('\0', 'filter'))).toMatchObject({
      status: 422,
      errors: { filter: ['The filter field has an invalid format.'] },
    });
    expect(refused(() => rejectUnstorable('\0'))).toMatchObject({ errors: { body: expect.anything() } });
    expect(rejectUnstorable({ a: 'b', c: [null, 5] })).toBeUndefined();
  });
});
