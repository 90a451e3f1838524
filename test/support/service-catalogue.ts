import { routes } from '../../demo/service/app.ts';
import { storefrontToken, type Endpoint } from '../../src/services/endpoints/index.ts';

/** Every endpoint that the service answers. */
export const endpoints: readonly Endpoint[] = routes.map(({ endpoint }) => endpoint);

/** The ones a bearer token opens: all but those that give one. */
export const guarded = endpoints.filter(({ id }) => id !== storefrontToken.id);

/** What stands after `/v3/profiles/` is a profile, whatever its parameter is called (rule R52). */
export const profileParameter = ({ path }: Endpoint): string | undefined =>
  /^\/v3\/profiles\/\{(\w+)\}/.exec(path)?.[1];

export const profileScoped = endpoints.filter((endpoint) => profileParameter(endpoint) !== undefined);
