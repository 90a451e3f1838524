import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signCustomerId } from '../../src/proxy/index.ts';
import { ATTACKS, NOW, SECRET, sign } from '../proxy/support/bigcommerce-tokens.ts';
import { exampleWith, runExample } from './support/examples.ts';

describe('the server of docs/guides/bigcommerce.md', () => {
  // The tokens have times around this one, which is that of the start of the process: other files share their module.
  beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());

  const answerTo = async (jwt: string) => {
    const env = {
      BIGCOMMERCE_STORE_HASH: 'abc123',
      BIGCOMMERCE_CLIENT_ID: 'client-1',
      BIGCOMMERCE_CLIENT_SECRET: SECRET,
      SHOP_SECRET: 's3cret',
    };
    const source = exampleWith('docs/guides/bigcommerce.md', 'bigcommerceProof');
    const example = await runExample(source, { process: { env } }, ['answerTo']);
    return (example['answerTo'] as (jwt: string) => Promise<Record<string, string> | undefined>)(jwt);
  };

  it('signs the customer of a token', async () => {
    const { signedAt, ...customer } = (await answerTo(await sign()))!;
    const time = new Date(Number(signedAt) * 1_000);
    const signature = signCustomerId('4927', 's3cret', { signedAt: time });
    expect(customer).toEqual({ customerId: '4927', signature });
  });

  it.each(ATTACKS)('signs nobody for %s', async (_, token) => {
    expect(await answerTo(await token())).toBeUndefined();
  });
});
