import { record, text } from './read.ts';

/**
 * Whether a list of identities has this value in this namespace. The value is not enough: a card number of another person can equal
 * a customer id. The reply of a search may include the identities: ASSUMPTION.
 */
export const holdsIdentity = (identities: unknown, namespace: string, value: string): boolean =>
  Array.isArray(identities) &&
  identities.some((identity) => {
    const given = record(identity);
    return given['namespace'] === namespace && text(given['value']) === value;
  });

/** Filters the identities of a profile by namespace and value (spec 4.2.1). */
export const identityQuery = (namespace: string, value: string) => ({
  'filter[namespace]': namespace,
  'filter[value]': value,
});
