import { SAMPLE_PASSWORD } from './proxy.ts';
import type { SampleCustomer } from './sample/customers.ts';
import { shop } from './sample/shop.ts';
import { users } from './sample/users.ts';

/** What `loyalty-proxy` needs to run with the service of `npm start`, as lines for a shell. Secrets that the user has set are not repeated. */
export function proxyCommand(
  serviceUrl: string,
  origin: string,
  { id, email, firstName, lastName }: SampleCustomer,
): string {
  const { machine } = users;
  const given = (name: string, value: string) => (process.env[name] ? `"$${name}"` : value);
  const customer = { id, email, firstName, lastName, password: SAMPLE_PASSWORD };
  const variables = {
    LOYALTY_BASE_URL: serviceUrl,
    LOYALTY_CLIENT_ID: machine.clientId,
    LOYALTY_CLIENT_SECRET: given('MACHINE_CLIENT_SECRET', machine.clientSecret),
    LOYALTY_USERNAME: machine.username,
    LOYALTY_PASSWORD: given('MACHINE_PASSWORD', machine.password),
    LOYALTY_SCOPES: "'profiles.read profiles.write'",
    LOYALTY_SHOP_SECRET: given('SHOP_SECRET', shop.secret),
    LOYALTY_PLATFORM: shop.platform,
    LOYALTY_ORIGINS: origin,
    DEMO_CUSTOMERS: `'${JSON.stringify([customer])}'`,
  };
  return [...Object.entries(variables).map(([name, value]) => `${name}=${value}`), 'npx loyalty-proxy'].join(
    ' \\\n    ',
  );
}
