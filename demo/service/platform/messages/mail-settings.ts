import type { MailSettings } from './mail.ts';

export type { MailSettings };

/** Reads `SMTP_URL` and `MESSAGES_FROM`; undefined without either. Throws where one is missing or wrong. */
export function mailSettings(
  environment: Readonly<Record<string, string | undefined>>,
): MailSettings | undefined {
  const url = environment['SMTP_URL'];
  const from = environment['MESSAGES_FROM'];
  if (!url && !from) return undefined;
  // The address may hold a password: it is not repeated.
  if (!url || !URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error('SMTP_URL has to be an address such as smtp://user:password@mail.example.com:587.');
  if (!from || !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from))
    throw new Error('MESSAGES_FROM has to be an e-mail address, such as "Shop <hello@example.com>".');
  return { url, from };
}
