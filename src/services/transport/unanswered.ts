import type { LoyaltyError } from './errors.ts';

/** Whether the service may have done what was requested: no answer arrived, or none that can be read. */
export const isUnanswered = ({ code }: LoyaltyError): boolean =>
  code === 'timeout' || code === 'offline' || code === 'bad_response' || code === 'aborted';
