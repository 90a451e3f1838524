const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** An https address; nothing else becomes a link or a picture. A page on this machine itself, such as a demo, may link to others on it. */
export const webAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, hostname, href } = new URL(value);
  const isLocal =
    protocol === 'http:' && [hostname, globalThis.location?.hostname].every((host) => LOOPBACK.test(host));
  return protocol === 'https:' || isLocal ? href : undefined;
};
