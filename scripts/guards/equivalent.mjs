/**
 * Mutants that no input tells from the original, so no test can kill them: file, the line that the mutant begins in, the code that it
 * changes, what Stryker puts in its place (all with white space folded to one blank), and the reason.
 */
const TEXT = '"Stryker was here!"';
const NEVER_READ = 'The default is for the compiler: the value is always there.';
const NO_MATCH = 'Neither text matches the pattern, so both give nothing.';

const entry = (file, within, code, replacement, reason) => ({ file, within, code, replacement, reason });

export const EQUIVALENT = [
  entry(
    'src/proxy/guard/arrival.ts',
    "const [head = '', tail = ''] = address.toLowerCase().split('%', 1)[0]!.split('::');",
    "''",
    TEXT,
    'The head is always there; a tail counts only behind a gap, where there is one.',
  ),
  entry(
    'src/proxy/guard/node-arrival.ts',
    "isIP(address) > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');",
    'isIP(address) > 0',
    'true',
    'No list holds what is no address.',
  ),
  entry(
    'src/proxy/guard/node-arrival.ts',
    "isIP(address) > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');",
    'isIP(address) > 0',
    'isIP(address) >= 0',
    'No list holds what is no address.',
  ),
  entry(
    'src/proxy/guard/node-arrival.ts',
    "const chain = (forwarded ?? '').split(',').map((part) => plain(part.trim()));",
    "''",
    TEXT,
    'Neither is an address, so the peer counts.',
  ),
  entry(
    'src/proxy/guard/node-arrival.ts',
    "return { address: client && isIP(client) ? client : peer, secure: scheme?.trim() === 'https' };",
    'scheme?.trim()',
    'scheme',
    'Headers trims values; other implementations of a request need not.',
  ),
  entry(
    'src/proxy/guard/node-arrival.ts',
    "const plain = (address: string): string => address.replace(/^::ffff:(?=\\d+\\.)/i, '');",
    '/^::ffff:(?=\\d+\\.)/i',
    '/::ffff:(?=\\d+\\.)/i',
    'An address with a dotted end holds nothing before ::ffff: that a socket would report.',
  ),
  entry(
    'src/proxy/guard/node-arrival.ts',
    "const [address = '', bits] = hop.split('/');",
    "''",
    TEXT,
    NEVER_READ,
  ),
  entry(
    'src/proxy/guard/browser.ts',
    'origin !== null && origins.has(origin)',
    'origin !== null',
    'true',
    'No set of origins holds null.',
  ),
  entry(
    'src/proxy/settings/origin.ts',
    'const ORIGIN = /^https?:\\/\\/([a-z\\d_]([a-z\\d_.-]*[a-z\\d_])?|\\[[\\da-f:.]+\\])(:\\d{1,5})?$/;',
    '/^https?:\\/\\/([a-z\\d_]([a-z\\d_.-]*[a-z\\d_])?|\\[[\\da-f:.]+\\])(:\\d{1,5})?$/',
    '/https?:\\/\\/([a-z\\d_]([a-z\\d_.-]*[a-z\\d_])?|\\[[\\da-f:.]+\\])(:\\d{1,5})?$/',
    'The comparison with the origin of the URL refuses every text with something before the scheme.',
  ),
  entry(
    'src/proxy/routes/credentials.ts',
    "const encoded = BASIC.exec(header ?? '')?.[1];",
    "''",
    TEXT,
    NO_MATCH,
  ),
  entry(
    'src/proxy/routes/credentials.ts',
    'if (encoded === undefined) return undefined;',
    'encoded === undefined',
    'false',
    'The text "undefined" is no base64, and gives nothing as well.',
  ),
  entry(
    'src/proxy/routes/credentials.ts',
    '} catch {',
    '{ return undefined; }',
    '{}',
    'A function that ends without return gives undefined.',
  ),
  entry(
    'src/proxy/routes/credentials.ts',
    "export const readBearer = (header: string | null): string | undefined => BEARER.exec(header ?? '')?.[1];",
    "''",
    TEXT,
    NO_MATCH,
  ),
  entry(
    'src/proxy/guard/json-body.ts',
    "if (!JSON_TYPE.test(headers.get('Content-Type') ?? '')) {",
    "''",
    TEXT,
    NO_MATCH,
  ),
  entry(
    'src/proxy/guard/target.ts',
    'const path = queryAt < 0 ? raw : raw.slice(0, queryAt);',
    'queryAt < 0',
    'queryAt <= 0',
    'A target begins with a slash, so its question mark is never the first character.',
  ),
  entry(
    'src/proxy/guard/target.ts',
    "const query = queryAt < 0 ? '' : raw.slice(queryAt);",
    'queryAt < 0',
    'queryAt <= 0',
    'A target begins with a slash, so its question mark is never the first character.',
  ),
  entry(
    'src/proxy/guard/target.ts',
    '} catch {',
    '{ return undefined; // not UTF-8 }',
    '{}',
    'A function that ends without return gives undefined.',
  ),
  ...[
    "b.template.every((part, at) => isParameter(part) || !isParameter(a.template[at] ?? ''));",
    "const difference = Number(isParameter(part)) - Number(isParameter(b.template[at] ?? ''));",
    "if (isParameter(part)) parameters[part.slice(1, -1)] = segments[at] ?? '';",
  ].map((within) =>
    entry(
      'src/proxy/allow-list/matcher.ts',
      within,
      "''",
      TEXT,
      'Templates and segments are compared at one length alone.',
    ),
  ),
  entry(
    'src/proxy/routes/login-limits.ts',
    "const accountOf = (username: string): string => username.normalize('NFKC').trim().toLowerCase();",
    "username.normalize('NFKC').trim().toLowerCase()",
    "username.normalize('NFKC').trim().toUpperCase()",
    'Either case makes the spellings of a name one.',
  ),
  entry(
    'src/proxy/directory/find-by-identity.ts',
    'const fitting = (Array.isArray(data) ? data : []).filter(',
    '[]',
    '["Stryker was here"]',
    'A text is no profile, so the filter drops it.',
  ),
  entry(
    'demo/service/auth/passwords.ts',
    "const [, salt, key] = hash?.split('$') ?? [];",
    '[]',
    '["Stryker was here"]',
    'The first element is not read.',
  ),
  entry(
    'demo/service/auth/passwords.ts',
    "const wanted = Buffer.from(key ?? '', 'base64url');",
    "''",
    TEXT,
    'Neither has the length of a key.',
  ),
  entry(
    'demo/service/auth/passwords.ts',
    "const given = await lanes[lane](() => derive(password, Buffer.from(salt ?? 'nobody', 'base64url')));",
    "'nobody'",
    '""',
    'Any salt costs the same, and without a hash nothing fits.',
  ),
  entry(
    'demo/service/auth/passwords.ts',
    "scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N: COST, r: BLOCK, p: 1 }, (error, key) =>",
    '{ N: COST, r: BLOCK, p: 1 }',
    '{}',
    'They are the defaults of Node. Written out, they do not change with it.',
  ),
];
