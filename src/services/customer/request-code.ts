import { LoyaltyError, toLoyaltyError } from '../transport/errors.ts';
import type { Loyalty } from './loyalty.ts';

/**
 * Has the shop send a code to an e-mail address, if it is a customer's: the answer of its proxy does not say.
 * @throws LoyaltyError `validation` with `fields`, `rate_limited` after too many codes
 */
export async function requestCode({ config, http, explain }: Loyalty, email: string): Promise<void> {
  try {
    if (config?.customer.kind !== 'proxy') throw new LoyaltyError('invalid_config', 'Set proxy-url.');
    await http({ method: 'POST', url: `${config.baseUrl}/code`, body: { email } });
  } catch (thrown) {
    explain({ step: 'sign-in', error: toLoyaltyError(thrown) });
    throw thrown;
  }
}
