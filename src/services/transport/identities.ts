import { record, text } from './read.ts';

/**
 * Whether a list of identities holds this one. The value alone proves nothing: the same value in another namespace, such as a
 * card number that equals a customer id, is the identity of another person. Replies of a search may name them: ASSUMPTION G60.
 */
export const holdsIdentity = (identities: unknown, namespace: string, value: string): boolean =>
  Array.isArray(identities) &&
  identities.some((identity) => {
    const given = record(identity);
    return given['namespace'] === namespace && text(given['value']) === value;
  });

/** The query that browses the identities of a profile for this one (spec 4.2.1). */
export const identityQuery = (namespace: string, value: string) => ({
  'filter[namespace]': namespace,
  'filter[value]': value,
});
