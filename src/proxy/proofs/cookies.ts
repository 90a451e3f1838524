/** Name of a cookie: a token of RFC 9110 5.6.2. */
export const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** The value of a cookie; `undefined` where there is none, or several: then a sub-domain or another path may have set one of them. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const values = (headers.get('Cookie') ?? '').split(';').flatMap((part) => {
    const [key = '', ...value] = part.split('=');
    return key.trim() === name ? [value.join('=').trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
