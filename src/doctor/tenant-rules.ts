import { evaluate } from '../services/transport/tenant/sources.ts';
import type { OperationRules, Source, TenantFile } from '../services/transport/tenant/tenant-file.ts';

// What a tenant file says already: the doctor advises nothing that is in it.

const rulesOf = (file: TenantFile | undefined, operation: string): readonly OperationRules[] =>
  [(file?.operations as Readonly<Record<string, OperationRules | false>> | undefined)?.[operation]]
    .flat()
    .filter((rules): rules is OperationRules => !!rules);

/** Whether the file says where a field is. */
export const mapsField = (file: TenantFile | undefined, operation: string, field: string): boolean =>
  rulesOf(file, operation).some(({ record }) => Object.hasOwn({ ...record }, field));

/** Whether the file says which records of an operation count. */
export const choosesRecords = (file: TenantFile | undefined, operation: string): boolean =>
  rulesOf(file, operation).some(({ keep }) => keep !== undefined);

/** Whether the rules of an operation read a place: as a place, or in a function that names it. */
export const readsPlace = (file: TenantFile | undefined, operation: string, place: string): boolean =>
  mentions(rulesOf(file, operation), place);

function mentions(rules: unknown, place: string): boolean {
  if (typeof rules === 'string') return rules === place || rules.endsWith(`:${place}`);
  if (typeof rules === 'function') return String(rules).includes(place.split('/').at(-1)!);
  if (typeof rules !== 'object' || !rules) return false;
  return Object.values(rules).some((inner) => mentions(inner, place));
}

/** The text of a refusal, where the file says that it is; otherwise in `message`. */
export function messageOf(file: TenantFile | undefined, operation: string, body: unknown): unknown {
  const [own] = rulesOf(file, operation).map(({ errors }) => errors?.message);
  const source: Source = own ?? file?.errors?.message ?? '/message';
  const scope = {
    operation,
    parameters: {},
    query: {},
    body: undefined,
    header: () => undefined,
    get: () => undefined,
  };
  return evaluate(source, body, scope);
}
