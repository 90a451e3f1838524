import { baseOf, needsToken } from '../../../../src/services/contract/catalogue.ts';
import type { ListedEndpoint } from '../../../../src/services/contract/endpoint.ts';
import { scopes, EVERYTHING, type Scope } from '../../auth/scopes.ts';
import { scopeOf } from '../route.ts';

/** Ways to authenticate a request (spec 5). */
export const securitySchemes = (baseUrl: string) => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Every token is sent this way: one of the dashboard (spec 5.2), one of client credentials (5.1), or one of a customer, for an id that the shop has signed (5.3).',
  },
  clientCredentials: {
    type: 'oauth2',
    description: 'A token for a machine user (spec 5.1). The names of the scopes are assumed.',
    flows: {
      clientCredentials: {
        tokenUrl: `${baseUrl}/v3/auth/token`,
        scopes: Object.fromEntries([
          [EVERYTHING, 'Everything that the user may do.'],
          ...scopes.map((scope) => [scope, scopeText(scope)]),
        ]),
      },
    },
  },
  password: {
    type: 'http',
    scheme: 'basic',
    description: 'User name and password of a customer, only for the log-in at a proxy (spec 5.4).',
  },
});

const scopeText = (scope: Scope): string => {
  const [section, verb] = scope.split('.');
  return `${verb === 'read' ? 'Reads' : 'Changes'} records of the section ${section}.`;
};

/** The scope that a token needs; `undefined` where no token is needed. */
export const neededScope = (endpoint: ListedEndpoint): Scope | undefined =>
  needsToken(endpoint) ? scopeOf(endpoint) : undefined;

/** The security requirement of an endpoint; none for those that issue a token. */
export function securityOf(endpoint: ListedEndpoint): readonly Record<string, readonly string[]>[] {
  const scope = neededScope(endpoint);
  if (scope) return [{ bearer: [] }, { clientCredentials: [scope] }];
  return endpoint.id === 'proxy.login' && baseOf(endpoint) === 'proxy' ? [{ password: [] }] : [];
}
