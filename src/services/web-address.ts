/** An https address, or one on this page's own machine while a demo runs; nothing else becomes a link or a picture. */
export const webAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, hostname, href } = new URL(value);
  return protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    ? href
    : undefined;
};
