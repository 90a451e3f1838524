import { createTransport } from 'nodemailer';
import { mailHtml } from './mail-html.ts';
import { record } from '../../../src/services/transport/read.ts';

/** The SMTP server that e-mail goes through. */
export interface MailSettings {
  /** `smtp://user:password@mail.example:587`; `smtps:` for TLS from the first byte. */
  readonly url: string;
  /** Address of the sender, such as `Harbour & Pine <hello@example.com>`. */
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Paragraphs are separated by empty lines. One that is a code alone is large in HTML. */
  readonly text: string;
  /** BCP 47, where the language of the text is known. */
  readonly language?: string | undefined;
  /** Ends messages like this one by a POST without sign-in: the mail program shows a button for it (RFC 8058). */
  readonly stopUrl?: string | undefined;
  /** The same for every attempt, so that a receiver can drop duplicates. */
  readonly messageId: string;
}

const TIMEOUT_MS = 15_000;

/** Sends an e-mail, as text and as HTML, to the SMTP server. Throws its error; `isFinal` decides whether to retry. */
export async function sendMail({ url, from }: MailSettings, mail: Mail): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Content is only text: nodemailer must not read it from a file or address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { to, subject, text, language, messageId, stopUrl } = mail;
    const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
    // As an object, because in text a comma would separate two receivers.
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html: await mailHtml({ shopName: nameOf(from), subject, text, language }),
      messageId: `<${messageId}@${domain}>`,
      // Prevents automatic replies, which could loop.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(stopUrl && {
          'List-Unsubscribe': `<${stopUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  } finally {
    transport.close();
  }
}

/** The name of the sender, or the address where it has none. */
const nameOf = (from: string): string => /^\s*"?([^"<]*[^"<\s])"?\s*</.exec(from)?.[1] ?? from.trim();

/** Whether an SMTP server refused permanently (RFC 5321: 5yz), so that a retry is useless. */
export const isFinal = (error: unknown): boolean => Number(record(error)['responseCode'] ?? 0) >= 500;

/** Reads `SMTP_URL` and `MESSAGES_FROM`; undefined without either. Throws where one is missing or wrong. */
export function mailSettings(
  environment: Readonly<Record<string, string | undefined>>,
): MailSettings | undefined {
  const url = environment['SMTP_URL'];
  const from = environment['MESSAGES_FROM'];
  if (!url && !from) return undefined;
  // The address may contain a password, so the error does not repeat it.
  if (!url || !URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error('SMTP_URL has to be an address such as smtp://user:password@mail.example.com:587.');
  if (!from || !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from))
    throw new Error('MESSAGES_FROM has to be an e-mail address, such as "Shop <hello@example.com>".');
  return { url, from };
}
