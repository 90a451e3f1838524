import { profileParameter } from '../../../../src/services/contract/catalogue.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { IDEMPOTENCY_KEY_FORMAT } from '../../../../src/services/transport/formats.ts';
import { IDEMPOTENCY_KEY } from '../../../../src/services/transport/http.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  PAGE_NUMBER,
  PAGE_SIZE,
} from '../../../../src/services/transport/query.ts';
import type { AttributeKind } from '../query/attribute.ts';
import { operators } from '../query/filter.ts';
import { sortKeys } from '../query/sort.ts';
import { listAttributesOf } from './list-attributes.ts';
import type { JsonSchema } from './json-schema.ts';

const NUMBER = /^(page|size)$/;

/** Query parameters and headers that many endpoints share. */
export const sharedParameters = {
  PageNumber: {
    name: PAGE_NUMBER,
    in: 'query',
    'x-assumption': true,
    description: 'Number of the page, from 1.',
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  },
  PageSize: {
    name: PAGE_SIZE,
    in: 'query',
    'x-assumption': true,
    description: `Records per page; a larger number counts as ${MAX_PAGE_SIZE}.`,
    schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
  },
  IdempotencyKey: {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    'x-assumption': true,
    description:
      'A text that you choose for each operation. If a request is sent again with the same key, the service sends the first response again and does not repeat the operation.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY_FORMAT.source },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    'x-assumption': true,
    description:
      'Languages in which a customer gets the texts of definitions, such as `de-AT, en;q=0.5` (RFC 9110 12.5.4). Staff get the texts of the record, and its `translations`, but of a profile as its customer.',
    schema: { type: 'string' },
  },
} as const;

/** Descriptions of path parameters by name; all others are ids of records. */
const pathTexts: Readonly<Record<string, string>> = {
  handle: 'The handle of the record.',
  identifier: 'An id of the profile, ours or of another system.',
  staffIdentifier: 'The id of a member of staff at the shop.',
  model: 'The singular name of a resource, such as `product`.',
  type: 'The requested type.',
  attribute: 'The name of an attribute.',
  storefront_platform: 'The name of the platform of the storefront (spec 5.3).',
  version: 'The version of the storefront endpoint, independent of the version of the API (spec 9.2).',
  externalId: 'The id of the record in another system.',
};

/** The parameters of a path. `names` are those of the document, in the order of the path. */
export function pathParameters(
  endpoint: Endpoint,
  names: readonly string[],
  example: Readonly<Record<string, string>> = {},
) {
  // The document may have other names for the parameters of a path.
  const own = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map((name, index) => {
    const isProfile = index === 0 && profileParameter(endpoint) !== undefined;
    return {
      name,
      in: 'path',
      required: true,
      description: isProfile
        ? 'The profile; for customers only their own.'
        : (pathTexts[name] ?? `The id of the ${wordsOf(name)}.`),
      schema: { type: NUMBER.test(name) ? 'integer' : 'string', minLength: 1 },
      ...(example[own[index] ?? ''] !== undefined && { example: example[own[index] ?? ''] }),
    };
  });
}

const wordsOf = (name: string): string =>
  name
    .replace(/Id$/, '')
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const SHARE = {
  name: 'share',
  in: 'query',
  'x-assumption': true,
  description: 'The handle of a share of the list: with it, neither a token nor an account is needed.',
  schema: { type: 'string', pattern: '^[\\w-]{32}$' },
};
const SECRET = {
  name: 'secret',
  in: 'query',
  'x-assumption': true,
  description: 'The secret in the response to a reservation by a link: with it, no token is needed.',
  schema: { type: 'string', pattern: '^[\\w-]{43}$' },
};
const CONFIRM = {
  name: 'confirm',
  in: 'query',
  'x-assumption': true,
  description:
    '`true` also deletes the reservations of givers; without it, the deletion is refused with 409 if there are reservations.',
  schema: { type: 'string', enum: ['true'] },
};

/** Query parameters of single operations. */
export const ownParameters: Readonly<Record<string, readonly object[]>> = {
  'list.items.reservations.index': [
    {
      ...SHARE,
      description:
        'The handle of a share of the list: with it, a customer who did not claim it reads their own reservations.',
    },
  ],
  'list.items.reservations.store': [SHARE],
  'list.items.reservations.show': [SECRET],
  'list.items.reservations.update': [SECRET],
  'list.items.reservations.destroy': [SECRET],
  'profiles.lists.items.destroy': [CONFIRM],
  'profiles.lists.destroy': [CONFIRM],
};

/** Paging, sorting and filters of a browse. */
export function browseParameters({ id }: Endpoint) {
  const { filters, sorts } = listAttributesOf(id);
  const keys = sortKeys(sorts);
  return [
    ...(filters.size
      ? [
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            explode: true,
            description: `\`filter[attribute]=value\`, or \`filter[attribute][operator]=value\` (spec 4.2.1). Attributes: ${namesOf(filters.keys())}. Others are refused with 422.`,
            schema: {
              type: 'object',
              properties: Object.fromEntries(
                [...filters].map(([name, { kind }]) => [name, filterSchema(kind)]),
              ),
            },
          },
        ]
      : []),
    ...(keys.length
      ? [
          {
            name: 'sort',
            in: 'query',
            description: `Keys, separated by commas; a minus sign sorts in descending order (spec 4.2.1). Keys: ${namesOf(keys)}.`,
            schema: { type: 'string' },
            example: keys.includes('created_at') ? '-created_at' : keys[0],
          },
        ]
      : []),
    { $ref: '#/components/parameters/PageNumber' },
    { $ref: '#/components/parameters/PageSize' },
  ];
}

const namesOf = (names: Iterable<string>): string => [...names].map((name) => `\`${name}\``).join(', ');

const kindTexts: Readonly<Record<AttributeKind, string>> = {
  text: 'Text.',
  number: 'A number.',
  moment: 'A day, YYYY-MM-DD: that whole day in UTC.',
  day: 'A day, YYYY-MM-DD.',
  boolean: '1, 0, true or false.',
  items: 'One of the items.',
};

/** A value, or values by operator. */
const filterSchema = (kind: AttributeKind): JsonSchema => ({
  description: kindTexts[kind],
  oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/FilterOperators' }],
});

const operatorTexts: Readonly<Record<(typeof operators)[number], string>> = {
  eq: 'Equal to; the operator of a filter without one.',
  ne: 'Not equal to.',
  gt: 'Greater than.',
  gte: 'Greater than or equal to.',
  lt: 'Less than.',
  lte: 'Less than or equal to.',
  in: 'Any of these values, separated by commas.',
  not_in: 'None of these values, separated by commas.',
  nullable: '1: the attribute is empty; anything else: it is set.',
};

export const filterOperators: JsonSchema = {
  type: 'object',
  description: 'Operators of filters (spec 4.2.1).',
  properties: Object.fromEntries(
    operators.map((operator) => [operator, { type: 'string', description: operatorTexts[operator] }]),
  ),
  additionalProperties: false,
};
