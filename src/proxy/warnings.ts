import type { ProxyConfig, ProxySettings } from './settings/settings.ts';

/** Says at the start what works but will not hold. */
export function warnAtStart(
  config: ProxyConfig,
  { stateless = false }: ProxySettings,
  isEdge: boolean,
): void {
  const { log, storage, addressHeader } = config;
  if (stateless && !storage.shared) {
    log({
      level: 'warn',
      event: 'no_shared_store',
      advice:
        'LOGIN LIMITS DO NOT HOLD: this runtime starts many copies of the proxy, and each counts for itself. Sessions end ' +
        'with their copy, too. Set storage to one that all copies share.',
    });
  }
  if (isEdge && !addressHeader) {
    log({
      level: 'warn',
      event: 'no_client_address',
      advice:
        "All clients count as one address: after a few wrong logins nobody can sign in. Set addressHeader to your platform's " +
        'header with the client address, such as cf-connecting-ip.',
    });
  }
}
