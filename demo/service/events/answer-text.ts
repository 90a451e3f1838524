const MAX_CHARACTERS = 2_000;
const MIN_SECRET_CHARACTERS = 6;
const REMOVED = '[removed]';
// PostgreSQL refuses NUL, and terminals would obey the others.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The beginning of the body of a reply, as it was received. */
export interface AnswerBody {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
}

/**
 * The beginning of a reply as text, at most 2,000 characters, without these secrets: a receiver may answer with the request
 * that it got. Null for an empty body.
 */
export function answerText({ bytes, contentType }: AnswerBody, secrets: readonly string[]): string | null {
  if (bytes.length === 0) return null;
  if (bytes.includes(0)) return '(a body that is no text)';
  let text = decoderFor(contentType)
    .decode(bytes, { stream: true })
    .replaceAll('\r\n', '\n')
    .replace(CONTROL, '');
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_CHARACTERS) text = text.replaceAll(secret, REMOVED);
  }
  return text.slice(0, MAX_CHARACTERS).trim() || null;
}

function decoderFor(contentType = ''): TextDecoder {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** What must not be shown of an address: its credentials and its query, which often has a token. */
export function secretsOfAddress(url: string): string[] {
  const { username, password, search } = new URL(url);
  return [username, password, search.slice(1)].flatMap((secret) => [secret, decoded(secret)]).filter(Boolean);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
