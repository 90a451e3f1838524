import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received e-mail, decoded. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** The header `List-Unsubscribe`; empty without one. */
  readonly unsubscribe: string;
  readonly receivedAt: Date;
}

export interface MailSink {
  /** Value for `SMTP_URL`. */
  readonly smtpUrl: string;
  /** Address of a page that lists the received e-mails. */
  readonly pageUrl: string;
  /** Newest first. */
  readonly received: readonly ReceivedMail[];
  /** Answers further e-mails with this SMTP error code, such as 451; without a code it accepts them again. */
  refuse(code?: number): void;
  /** Receives further e-mails without an answer, until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** Older e-mails are deleted. */
const MAX_STORED_MAILS = 200;
const MAX_BYTES = 1_000_000;

/** An SMTP server for the demo and for tests. It delivers nothing and shows received e-mails on a page. */
export async function startMailSink({ host = '127.0.0.1', port = 0, pagePort = 0 } = {}): Promise<MailSink> {
  const received: ReceivedMail[] = [];
  let refusal: number | undefined;
  let held: Promise<void> | undefined;
  const smtp = new SMTPServer({
    authOptional: true,
    // No certificate is needed: the connection stays on this machine.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusal !== undefined) {
          done(Object.assign(new Error('The mail sink refuses e-mail.'), { responseCode: refusal }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void read(Buffer.concat(parts), to).then((mail) => {
          received.unshift(mail);
          received.length = Math.min(received.length, MAX_STORED_MAILS);
          void (held ?? Promise.resolve()).then(() => done());
        }, done);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(port, host, () => resolve());
  });
  // Without a listener, a client that disconnects would end the process with an unhandled error event.
  smtp.on('error', () => {});
  const page = new Hono();
  page.get('/', (context) => {
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; frame-src 'self'; style-src 'unsafe-inline'",
    );
    return context.html(mailPage(received));
  });
  const pages = await new Promise<{ readonly server: ReturnType<typeof serve>; readonly port: number }>(
    (resolve) => {
      const server = serve({ fetch: page.fetch, hostname: host, port: pagePort }, (info) =>
        resolve({ server, port: info.port }),
      );
    },
  );
  return {
    smtpUrl: `smtp://${host}:${(smtp.server.address() as AddressInfo).port}`,
    pageUrl: `http://${host}:${pages.port}/`,
    received,
    refuse: (code) => {
      refusal = code;
    },
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
    stop: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await new Promise<void>((resolve) => pages.server.close(() => resolve()));
    },
  };
}

async function read(raw: Buffer, to: readonly string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const { from, subject = '', text = '', html: markup = '', messageId = '' } = mail;
  const unsubscribe = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const sender = from?.name ? `${from.name} <${from.address ?? ''}>` : (from?.address ?? '');
  return {
    from: sender,
    to,
    subject,
    text: text.trim(),
    html: markup,
    messageId,
    unsubscribe,
    receivedAt: new Date(),
  };
}

const mailPage = (received: readonly ReceivedMail[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Received e-mail</title>
        <style>
          body {
            font:
              1rem/1.5 system-ui,
              sans-serif;
            max-width: 42rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          article {
            border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
            border-radius: 0.625rem;
            padding: 0.5rem 1.25rem 1rem;
            margin-block: 1rem;
          }
          h2 {
            font-size: 1.125rem;
            margin-block: 0.5rem 0;
          }
          iframe {
            inline-size: 100%;
            block-size: 24rem;
            border: 0;
            color-scheme: light dark;
          }
          small {
            opacity: 0.75;
          }
        </style>
      </head>
      <body>
        <h1>Received e-mail</h1>
        ${received.length === 0 ? html`<p>Nothing has arrived yet. Reload the page to look again.</p>` : ''}
        ${received.map(
          ({ from, to, subject, html: markup, receivedAt }) =>
            html`<article>
              <h2>${subject}</h2>
              <small>From ${from} to ${to.join(', ')}, ${receivedAt.toISOString()}</small>
              <iframe title="${subject}" sandbox srcdoc="${markup}"></iframe>
            </article>`,
        )}
      </body>
    </html>`;
