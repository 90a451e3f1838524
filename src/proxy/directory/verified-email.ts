/** Whether an address without `email_verified` counts: `always`, or only a verified one (`claimed`). */
export type EmailVerified = 'claimed' | 'always';

export const isEmailVerified = (value: string): value is EmailVerified =>
  value === 'claimed' || value === 'always';

/** Said at the start, with the variable that says `always`. */
export const alwaysVerifiedWarning = (issuer: string, variable: string): string =>
  `E-mail addresses count as verified although the ${issuer} does not say so (${variable}=always). If it lets anybody register with an address ` +
  'of another person, that person gets no profile.';

/**
 * The e-mail address of a record if whoever issued the record says that it is verified, else an empty text: anybody can register with the
 * address of another person. `true` and the text `true` say so, and nothing else does.
 *
 * @param issued `email` and, beside it, `email_verified`, as in the claims of OpenID Connect
 * @param vouches the issuer never sends `email_verified`, and its records have verified addresses only: then a missing one says so, too
 */
export function verifiedEmail(issued: Readonly<Record<string, unknown>>, vouches: boolean): string {
  const { email, email_verified: isVerified = vouches } = issued;
  return typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email : '';
}
