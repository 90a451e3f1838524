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
  // The places in `each` are those in a record inside.
  const { from, each } = rules as { from?: unknown; each?: unknown };
  if (each !== undefined && typeof from === 'string' && place.startsWith(`${from}/`))
    return mentions(each, place.slice(from.length));
  return Object.values(rules).some((inner) => mentions(inner, place));
}

/** The names under which readers get a place of the service's record, apart from its own: of records that have another place. */
export const readNamesOf = (file: TenantFile | undefined, operation: string, place: string): string[] =>
  rulesOf(file, operation).flatMap(({ record }) =>
    Object.entries({ ...record } as Readonly<Record<string, unknown>>).flatMap(([name, source]) => {
      const from = typeof source === 'string' ? source : (source as { from?: unknown } | null)?.from;
      return typeof from === 'string' && place.startsWith(`${from}/`)
        ? `${name}${place.slice(from.length)}`.replaceAll('/', '.')
        : [];
    }),
  );

/** The largest page that the file asks an operation for. */
export const largestPageOf = (file: TenantFile | undefined, operation: string): number | undefined =>
  rulesOf(file, operation).find(({ paging }) => paging)?.paging?.maxSize ?? file?.paging?.maxSize;

/** Whether the file says that an operation answers all records at once. */
export const hasPages = (file: TenantFile | undefined, operation: string): boolean =>
  (rulesOf(file, operation).find(({ paging }) => paging)?.paging?.kind ?? file?.paging?.kind) !== 'none';

/** The text of a refusal, where the file says that it is; otherwise in `message`. */
export function messageOf(file: TenantFile | undefined, operation: string, body: unknown): unknown {
  const [own] = rulesOf(file, operation).map(({ errors }) => errors?.message);
  const source: Source = own ?? file?.errors?.message ?? '/message';
  const scope = {
    operation,
    parameters: {},
    query: {},
    body: undefined,
    languages: [],
    header: () => undefined,
    get: () => undefined,
  };
  return evaluate(source, body, scope);
}
