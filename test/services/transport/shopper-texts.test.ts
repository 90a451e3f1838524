import { describe, expect, it } from 'vitest';
import { profileDates } from '../../../src/services/contract/endpoints/index.ts';
import { createCaller } from '../../../src/services/transport/call.ts';
import type { LoyaltyError } from '../../../src/services/transport/errors.ts';
import { createHttp } from '../../../src/services/transport/http.ts';
import { createMapping } from '../../../src/services/transport/tenant/mapping.ts';
import type { TenantFile } from '../../../src/services/transport/tenant/tenant-file.ts';
import { BASE_URL, scriptedFetch } from '../../support/client-fetch.ts';

/** The error of a page whose service answers this. */
async function refusedWith(status: number, body: unknown, tenantFile?: TenantFile): Promise<LoyaltyError> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { fetch } = scriptedFetch(() => new Response(text, { status }));
  const call = createCaller({
    baseUrl: BASE_URL,
    http: createHttp(fetch),
    ...(tenantFile && { mapping: Promise.resolve(createMapping(tenantFile)) }),
  });
  return call(profileDates, { profile: 'p' }).then(
    () => {
      throw new Error('It succeeded.');
    },
    (error: unknown) => error as LoyaltyError,
  );
}

const textsOf = ({ forShopper: { message, fields } }: LoyaltyError): string[] =>
  [message, ...Object.values(fields)].filter((text) => text !== undefined);

/** What frameworks answer by themselves, with the status that they send it with and with 422. */
const OF_FRAMEWORKS: readonly (readonly [string, number, unknown])[] = [
  [
    'Laravel, a method',
    405,
    { message: 'The PUT method is not supported for route api/v3/profiles/7. Supported methods: GET, HEAD.' },
  ],
  ['Laravel, a record', 404, { message: 'No query results for model [App\\Models\\Reward] 12' }],
  [
    'Laravel, a type',
    422,
    { message: 'The given data was invalid.', errors: { total: ['The total must be an integer.'] } },
  ],
  [
    'Laravel, a database',
    409,
    { message: 'SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry' },
  ],
  [
    'Laravel, a trace',
    400,
    {
      message: 'Undefined array key "reward"',
      exception: 'ErrorException',
      file: '/var/www/app/Http/Kernel.php',
      trace: [],
    },
  ],
  [
    '.NET, a type',
    400,
    {
      title: 'One or more validation errors occurred.',
      message: 'One or more validation errors occurred.',
      errors: {
        '$.quantity': [
          'The JSON value could not be converted to System.Int32. Path: $.quantity | LineNumber: 0 | BytePositionInLine: 12.',
        ],
      },
    },
  ],
  [
    '.NET, a null',
    409,
    {
      message:
        'Object reference not set to an instance of an object. at Shop.Rewards.ClaimHandler.Handle(ClaimReward command)',
    },
  ],
  [
    'Spring, a type',
    400,
    {
      message: 'JSON parse error: Cannot deserialize value of type `java.time.LocalDate` from String "soon"',
      path: '/api/v3/profiles',
    },
  ],
  ['Spring, a bean', 422, { message: "Validation failed for object='claimRequest'. Error count: 1" }],
  [
    'Spring, a parameter',
    400,
    {
      message: "Required request parameter 'rewardId' for method parameter type Long is not present",
      errors: { rewardId: ['must not be null'] },
    },
  ],
  ['Django, a method', 405, { message: 'Method "PUT" not allowed.' }],
  [
    'Django, a body',
    400,
    {
      message: 'JSON parse error - Expecting value: line 1 column 1 (char 0)',
      errors: { date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    },
  ],
  ['Django, a choice', 422, { message: '"gold" is not a valid choice.' }],
  ['Rails, a method', 422, { message: "undefined method `points' for nil:NilClass" }],
  [
    'Rails, a parameter',
    400,
    {
      message: 'param is missing or the value is empty: reward',
      errors: { base: ["Couldn't find Reward with 'id'=12"] },
    },
  ],
  ['Rails, a class', 409, { message: 'ActiveRecord::RecordNotUnique' }],
  ['Express, a path', 404, '<!DOCTYPE html><pre>Cannot PUT /api/v3/profiles/7</pre>'],
  [
    'Express, a body',
    400,
    {
      message: 'Unexpected token } in JSON at position 12',
      errors: { body: ['Unexpected token } in JSON at position 12'] },
    },
  ],
  [
    'Express, a stack',
    422,
    {
      message:
        'TypeError: Cannot read properties of undefined\n    at Layer.handle (/app/node_modules/express/lib/router/layer.js:95:5)',
    },
  ],
  [
    'Express, a schema',
    422,
    { message: '"total" must be a number', errors: { total: ['"total" must be a number'] } },
  ],
  [
    'Express, an index',
    409,
    { message: 'E11000 duplicate key error collection: shop.claims index: receipt_1' },
  ],
  ['a field of the wire', 422, { message: 'reward_definition_id is required' }],
  ['an id', 409, { message: 'Reward 3fa85f64-5717-4562-b3fc-2c963f66afa6 is locked' }],
  ['a dump', 422, { message: 'The claim failed. '.repeat(20) }],
];

const FOR_SHOPPERS = [
  'You can claim this reward once a month.',
  'Only members of Gold and above can claim this.',
  'You need 120 more points and/or a purchase.',
  'This offer ended on 10/12/2026.',
  'The code “SUMMER10” has expired.',
  'Ihre Prämie ist leider vergriffen.',
  'このリワードは現在ご利用いただけません。',
  'Spend at least $25.00 (before tax) to use it.',
  'Enter a date in the past.',
];

describe('texts that a shopper may read', () => {
  it.each(OF_FRAMEWORKS)('leave out what a framework says: %s', async (_name, status, body) => {
    const error = await refusedWith(status, body);
    expect(textsOf(error)).toEqual([]);
    expect(textsOf(await refusedWith(422, body)), 'with status 422').toEqual([]);
    // The page's developers read it.
    if (typeof body === 'object') expect(error.message).toBe((body as { message: string }).message);
  });

  it.each(FOR_SHOPPERS)('have the sentence of a refusal: %s', async (message) => {
    for (const status of [409, 422])
      expect(textsOf(await refusedWith(status, { message }))).toEqual([message]);
    expect(textsOf(await refusedWith(400, { message: '', errors: { date: [message] } }))).toEqual([message]);
  });

  it.each([400, 401, 403, 404, 405, 408, 410, 413, 415, 418, 428, 429, 500, 502, 503])(
    'have nothing of a status that says nothing about the request: %i',
    async (status) => {
      const error = await refusedWith(status, { message: FOR_SHOPPERS[0] });
      expect(textsOf(error)).toEqual([]);
    },
  );

  it('have the sentence of a field whose first text is technical', async () => {
    const errors = { date: ['must not be null', 'Enter a date in the past.'], name: ['java.lang.String'] };
    expect((await refusedWith(422, { message: 'x_y', errors })).forShopper).toEqual({
      message: undefined,
      fields: { date: 'Enter a date in the past.' },
    });
  });

  it('follow a tenant file: its places, and the statuses that it calls refusals', async () => {
    const [sentence] = FOR_SHOPPERS;
    const file: TenantFile = {
      errors: { statuses: { 406: 'validation' }, message: '/detail', fields: '/invalid' },
    };
    expect(textsOf(await refusedWith(406, { detail: sentence }, file))).toEqual([sentence]);
    expect(textsOf(await refusedWith(400, { detail: sentence }, file))).toEqual([]);
    expect(textsOf(await refusedWith(406, { detail: 'Cannot PUT /v3/dates' }, file))).toEqual([]);
    expect(textsOf(await refusedWith(406, { invalid: { date: 'Not a day.' } }, file))).toEqual([
      'Not a day.',
    ]);
  });
});
