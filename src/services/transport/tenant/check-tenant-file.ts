import { endpointOf } from '../../contract/catalogue.ts';
import { HEADER_NAME_FORMAT } from '../formats.ts';
import { LoyaltyError } from '../errors.ts';
import { record } from '../read.ts';
import { MAX_LAG_SECONDS } from './guarantees.ts';
import type { FinishRules, TenantFile } from './tenant-file.ts';

// For client and proxy. Not part of a page, because it needs the whole catalogue.

const KEYS = [
  'name',
  'operations',
  'headers',
  'data',
  'paging',
  'errors',
  'idempotency',
  'lag',
  'wishlist',
  'missingWishlist',
  'limit',
];
const RULES = [
  'method',
  'path',
  'query',
  'paging',
  'body',
  'bodyAs',
  'headers',
  'when',
  'data',
  'record',
  'meta',
  'keep',
  'finish',
  'before',
  'also',
  'errors',
];
/** A path of literal parts, names and places. */
const PATH = /^(\/(?!\.{1,2}(\/|$))([\w.~@:,+-]|\{[^{}?#]+\})+)+$/;

/** Everything that is wrong with a tenant file, each as a sentence that says what to change. */
export function tenantFileProblems(file: unknown): string[] {
  if (typeof file !== 'object' || !file) return ['It must be the object that defineTenant() gives.'];
  const { operations, headers, lag = 0 } = file as TenantFile;
  return [
    ...Object.keys(file).flatMap((key) =>
      KEYS.includes(key) ? [] : [`${key} is no part of it: ${KEYS.join(', ')} are.`],
    ),
    ...(typeof lag === 'number' && lag >= 0 && lag <= MAX_LAG_SECONDS
      ? []
      : [`lag must be a number of seconds from 0 to ${MAX_LAG_SECONDS}.`]),
    ...Object.keys(headers ?? {}).flatMap((name) =>
      HEADER_NAME_FORMAT.test(name) ? [] : [`headers: "${name}" is no name of a header.`],
    ),
    ...Object.entries(record(operations)).flatMap(([id, rules]) =>
      [rules].flat().flatMap((one) => operationProblems(id, one)),
    ),
  ];
}

function operationProblems(id: string, rules: unknown): string[] {
  const endpoint = endpointOf(id);
  if (!endpoint) return [`operations: ${id} is no operation of the catalogue.`];
  if (rules === false || rules === undefined) return [];
  if (typeof rules !== 'object' || !rules)
    return [`operations: ${id} must be an object, or false where there is no such operation.`];
  const { path, finish } = rules as { path?: unknown; finish?: Partial<FinishRules> };
  const names = typeof path === 'string' ? Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!) : [];
  const known = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  const unknown = names.filter((name) => !known.includes(name));
  return [
    ...Object.keys(rules).flatMap((key) =>
      RULES.includes(key) ? [] : [`operations: ${id} has no ${key}; it may have ${RULES.join(', ')}.`],
    ),
    ...(path !== undefined && !PATH.test(String(path))
      ? [`operations: ${id} cannot have the path "${String(path)}".`]
      : []),
    ...(finish &&
    (finish.state === undefined || (finish.get === undefined) === (finish.address === undefined))
      ? [`operations: ${id}: finish must have state, and either get or address.`]
      : []),
    ...(finish && endpoint.method === 'GET'
      ? [`operations: ${id} changes nothing: it cannot have finish.`]
      : []),
    ...unknown.map(
      (name) =>
        `operations: ${id} has no {${name}}; it has ${known.map((one) => `{${one}}`).join(', ') || 'none'}.`,
    ),
  ];
}

/**
 * The file, if it can be used.
 * @throws LoyaltyError `invalid_config` with everything to change
 */
export function checkTenantFile(file: TenantFile): TenantFile {
  const problems = tenantFileProblems(file);
  if (problems.length) throw new LoyaltyError('invalid_config', `tenantFile: ${problems.join(' ')}`);
  return file;
}
