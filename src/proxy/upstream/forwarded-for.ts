/** An address of IPv4 or IPv6, as far as a header may have it. */
const ADDRESS = /^[\da-f.:]{2,45}$/i;

/**
 * The header that tells the service the client's address, where the service limits requests by address: all clients of the proxy have the
 * proxy's. The service uses it only if it trusts the proxy (its setting `TRUSTED_HOPS`). The address is the one that the proxy read itself
 * (`LOYALTY_TRUSTED_HOPS`), never a header that the client sent.
 */
export const forwardedFor = (clientAddress: string): Readonly<Record<string, string>> =>
  ADDRESS.test(clientAddress) ? { 'X-Forwarded-For': clientAddress } : {};
