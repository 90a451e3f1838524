import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import type { JsonSchema } from './json-schema.ts';

interface Failure {
  readonly name: string;
  readonly description: string;
  readonly example: unknown;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
}

const seconds = { type: 'integer', minimum: 0 };

/** Error responses: the bodies of section 7, and when each is sent. */
const failures = {
  400: {
    name: 'BadJson',
    description: 'The body is not valid JSON, or the request did not come over https.',
    example: { message: 'The body is not valid JSON.' },
  },
  401: {
    name: 'Unauthenticated',
    description:
      'The token is missing, malformed, unknown, expired or revoked; or the credentials or the signature are wrong.',
    example: { message: 'Unauthenticated.' },
  },
  403: {
    name: 'Forbidden',
    description: 'The token lacks the scope, or the caller may not do this.',
    example: { message: 'This token lacks the scope incentives.read.' },
  },
  404: {
    name: 'NotFound',
    description: 'There is no such record, or it belongs to another profile.',
    example: { message: 'There is no such record.' },
  },
  409: {
    name: 'Conflict',
    description: 'Another record has the same value, or the state of the record does not allow the request.',
    example: { message: 'There is another brand with this external_id.' },
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than this endpoint accepts: the message says how many bytes it takes.',
    example: { message: 'The body is too large: at most 65536 bytes.' },
  },
  415: {
    name: 'WrongMediaType',
    description: 'This endpoint does not accept the Content-Type of the body.',
    example: { message: 'The body has to be JSON: send Content-Type application/json.' },
  },
  422: {
    name: 'Invalid',
    description: 'Fields, filters or other parameters are invalid. Nothing was stored.',
    example: {
      message: 'The given data was invalid.',
      errors: { name: ['The name field is required.'] },
    },
  },
  429: {
    name: 'TooMany',
    description: 'The token has sent more requests than its limit.',
    example: { message: 'Too many requests: try again later.' },
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: seconds } },
  },
  503: {
    name: 'Unavailable',
    description: 'The service is temporarily unavailable: retry.',
    example: { message: 'The service is not available at the moment.' },
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: seconds } },
  },
} as const satisfies Readonly<Record<number, Failure>>;

/** Error bodies as components (spec 7): only 422 has `errors`. */
export const failureSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    description: 'The error as a sentence (spec 7).',
    properties: { message: { type: 'string', description: 'Error overview.' } },
    required: ['message'],
  },
  ValidationError: {
    type: 'object',
    description: 'The error as a sentence, and the errors of single fields (spec 7).',
    properties: {
      message: { type: 'string', description: 'Error overview.' },
      errors: {
        type: 'object',
        description: 'Error messages by field.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
    required: ['message', 'errors'],
  },
};

export const failureResponses = Object.fromEntries(
  Object.entries(failures).map(([status, { name, example, ...rest }]) => [
    name,
    {
      ...rest,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${status === '422' ? 'ValidationError' : 'Error'}` },
          example,
        },
      },
    },
  ]),
);

/** The error responses of an endpoint, as references; also for the two GETs that are shown without codes: ASSUMPTION. */
export function failuresOf(endpoint: Endpoint, { token, body }: { token: boolean; body: boolean }) {
  const writes = endpoint.method !== 'GET';
  const statuses: (keyof typeof failures)[] = [
    // Endpoints without a token issue one or take a signature: wrong credentials are 401 as well.
    401,
    ...(token ? [403 as const] : []),
    404,
    ...(body ? [400 as const, 413 as const, 415 as const] : []),
    ...(writes ? [409 as const] : []),
    422,
    429,
    503,
  ];
  return Object.fromEntries(
    statuses
      .sort((a, b) => a - b)
      .map((status) => [String(status), { $ref: `#/components/responses/${failures[status].name}` }]),
  );
}
