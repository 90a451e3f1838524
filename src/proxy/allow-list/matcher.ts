import type { Endpoint } from '../../services/contract/endpoints/index.ts';

export interface Match {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the endpoint of a request; returns a list of methods where the path takes others, `undefined` where there is none. */
export type Matcher = (method: string, segments: readonly string[]) => Match | readonly string[] | undefined;

interface Row {
  readonly endpoint: Endpoint;
  readonly template: readonly string[];
}

const isParameter = (part: string): boolean => part.startsWith('{');

/**
 * Matches against the whole catalogue, the most literal path first (as the service does), and only then checks whether the
 * endpoint is allowed. Otherwise `…/tiers/calculate` would pass as a value of an allowed `…/tiers/{tier}`. A path that a
 * service with another order could read as a denied endpoint is refused.
 */
export function createMatcher(catalogue: readonly Endpoint[], allowed: ReadonlySet<Endpoint>): Matcher {
  const byLength = new Map<number, Row[]>();
  for (const endpoint of catalogue) {
    const template = endpoint.path.slice(1).split('/');
    byLength.set(template.length, [...(byLength.get(template.length) ?? []), { endpoint, template }]);
  }
  for (const rows of byLength.values()) rows.sort(literalFirst);

  return (method, segments) => {
    const matching = (byLength.get(segments.length) ?? []).filter(({ template }) =>
      matches(template, segments),
    );
    const rivals = matching.filter(({ endpoint }) => endpoint.method === method);
    const row = rivals[0];
    const unambiguous =
      row && rivals.every((rival) => allowed.has(rival.endpoint) || isMoreLiteral(row, rival));
    if (unambiguous && allowed.has(row.endpoint)) {
      return { endpoint: row.endpoint, parameters: readParameters(row.template, segments) };
    }
    const methods = new Set(matching.filter(({ endpoint }) => allowed.has(endpoint)).map(methodOf));
    methods.delete(method as Endpoint['method']);
    return methods.size > 0 ? [...methods] : undefined;
  };
}

const methodOf = ({ endpoint }: Row) => endpoint.method;

const matches = (template: readonly string[], segments: readonly string[]): boolean =>
  template.every((part, at) => isParameter(part) || part === segments[at]);

/** Whether one template is literal wherever the other is. */
const isMoreLiteral = (a: Row, b: Row): boolean =>
  b.template.every((part, at) => isParameter(part) || !isParameter(a.template[at] ?? ''));

/** A literal segment has precedence over a parameter, from left to right. */
function literalFirst(a: Row, b: Row): number {
  for (const [at, part] of a.template.entries()) {
    const difference = Number(isParameter(part)) - Number(isParameter(b.template[at] ?? ''));
    if (difference) return difference;
  }
  return 0;
}

function readParameters(template: readonly string[], segments: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    if (isParameter(part)) parameters[part.slice(1, -1)] = segments[at] ?? '';
  }
  return parameters;
}
