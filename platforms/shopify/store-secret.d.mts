/**
 * Stores the secret of the loyalty service in the app data of a live shop.
 *
 * @throws Error that says what to change; it has none of the secrets
 */
export declare function storeSecret(
  variables: Readonly<Record<string, string | undefined>>,
  send?: typeof fetch,
): Promise<void>;
