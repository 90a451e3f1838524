import { html } from 'hono/html';

/** What the HTML of an e-mail shows, besides its text. */
export interface MailHtml {
  /** Name of the shop, above the text. */
  readonly shopName: string;
  readonly subject: string;
  /** Paragraphs are separated by empty lines. */
  readonly text: string;
  /** BCP 47, where the language of the text is known. */
  readonly language?: string | undefined;
}

/** A paragraph that is a code alone, which readers copy or type. */
const CODE = /^[\dA-Z-]{4,20}$/;
/** A paragraph that is an address alone. */
const ADDRESS = /^https?:\/\/\S+$/;

/**
 * The same as the text. It has no colour of its own, so that an e-mail program shows it dark where the reader wants that, no picture, and no
 * link but a paragraph that is an address alone: a page that changes nothing when a scanner of links opens it.
 */
export async function mailHtml({ shopName, subject, text, language }: MailHtml): Promise<string> {
  const paragraphs = text.split(/\r?\n\s*\n/).map((paragraph) =>
    CODE.test(paragraph)
      ? html`<p
          dir="ltr"
          style="margin:24px 0;font:700 32px/1.25 ui-monospace,Consolas,monospace;letter-spacing:4px"
        >
          ${paragraph}
        </p>`
      : ADDRESS.test(paragraph)
        ? html`<p dir="ltr" style="margin:16px 0">
            <a href="${paragraph}" style="color:inherit">${paragraph}</a>
          </p>`
        : html`<p dir="auto" style="margin:16px 0;white-space:pre-line">${paragraph}</p>`,
  );
  return String(
    await html`<!doctype html>
      <html ${language ? html`lang="${language}"` : ''}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subject}</title>
        </head>
        <body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
          <div style="max-width:480px;margin:0 auto">
            <p dir="auto" style="margin:0 0 24px;font-weight:700">${shopName}</p>
            ${paragraphs}
          </div>
        </body>
      </html>`,
  );
}
