import { storefrontToken } from '../../src/services/contract/endpoints/index.ts';
import { fill, sign } from '../support/service-open.ts';

/** Fetches a customer's token. Throws when the service does not answer, because a test may have killed it. */
export async function tokenAt(url: string, customer: string): Promise<string> {
  const path = fill(storefrontToken.path, { storefront_platform: 'harbour', version: 'v1' });
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: customer, signature: sign(customer) }),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return ((await response.json()) as { data: { token: string } }).data.token;
}
