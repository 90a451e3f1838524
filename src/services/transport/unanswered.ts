import type { LoyaltyError } from './errors.ts';

/**
 * Whether the service has done what was requested, and only its reply cannot be read: the error of a write has the status of its answer,
 * 2xx.
 */
export const isDone = ({ status = 0 }: LoyaltyError): boolean => status >= 200 && status < 300;

/**
 * Whether the service may have done what was requested: no answer arrived, or none that can be read. A status of 4xx is a refusal, whatever
 * it says; after 408 the service has not read the request.
 */
export const isUnanswered = (error: LoyaltyError): boolean => {
  const { code, status = 0 } = error;
  return (
    !isDone(error) &&
    !(status >= 400 && status < 500) &&
    (code === 'timeout' || code === 'offline' || code === 'bad_response' || code === 'aborted')
  );
};

/** A temporary failure: the same request can succeed later. It says nothing about the request or the customer. */
export const isTransient = ({ code, status = 0 }: LoyaltyError): boolean =>
  code === 'offline' || code === 'rate_limited' || code === 'timeout' || status === 408 || status >= 500;
