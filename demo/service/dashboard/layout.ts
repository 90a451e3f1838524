import { html } from 'hono/html';
import { formToken, type Markup } from './form.ts';
import type { Session } from './session.ts';

export interface PageContent {
  readonly title: string;
  readonly main: Markup | Promise<Markup>;
  /** The address of its entry in the navigation. */
  readonly at?: string;
}

const places = [
  ['/dashboard', 'Overview'],
  ['/dashboard/members', 'Members'],
  ['/dashboard/rewards', 'Rewards'],
  ['/dashboard/campaigns', 'Campaigns'],
  ['/dashboard/automations', 'Automations'],
  ['/dashboard/messages', 'Messages'],
  ['/dashboard/webhooks', 'Webhooks'],
  ['/dashboard/jobs', 'Jobs'],
] as const;

const settings = [
  ['/dashboard/settings/tokens', 'API tokens'],
  ['/dashboard/settings/machine-users', 'Machine users'],
] as const;

/** The document around every page. Styles are in a file, and there are no scripts. */
export async function layout(
  session: Session | undefined,
  { title, main, at }: PageContent,
): Promise<Markup> {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Loyalty dashboard</title>
        <link rel="stylesheet" href="/dashboard/dashboard.css" />
      </head>
      <body class="${session ? 'signed-in' : 'signed-out'}">
        <a class="skip" href="#main">Skip to content</a>
        ${session ? navigation(session, at) : ''}
        <main id="main" tabindex="-1">${await main}</main>
      </body>
    </html>`;
}

const navigation = (session: Session, at: string | undefined): Markup =>
  html`<header class="bar">
    <p class="brand"><span aria-hidden="true"></span>Loyalty dashboard</p>
    <nav aria-label="Dashboard">
      <ul>
        ${links(places, at)}
        <li class="group">
          <span id="settings">Settings</span>
          <ul aria-labelledby="settings">
            ${links(settings, at)}
          </ul>
        </li>
        <li><a href="/docs">API document</a></li>
      </ul>
    </nav>
    <form class="who" method="post" action="/dashboard/sign-out">
      ${formToken(session.token, '/dashboard/sign-out')}
      <span>${session.userName}</span>
      <button class="quiet">Sign out</button>
    </form>
  </header>`;

const links = (to: readonly (readonly [address: string, name: string])[], at: string | undefined): Markup[] =>
  to.map(
    ([address, name]) =>
      html`<li>
        <a href="${address}" ${address === at ? html`aria-current="page"` : ''}>${name}</a>
      </li>`,
  );

/** The head of a page, with its main action. */
export const head = (title: string, description: string | Markup, action: Markup | '' = ''): Markup =>
  html`<div class="head">
    <div>
      <h1>${title}</h1>
      <p>${description}</p>
    </div>
    ${action}
  </div>`;

/** The errors of a form, above it. */
export const problems = (
  message: string | undefined,
  errors: Readonly<Record<string, readonly string[]>> = {},
): Markup | '' =>
  message === undefined
    ? ''
    : html`<div class="notice bad" role="alert">
        <p>${message}</p>
        ${
          Object.values(errors).length
            ? html`<ul>
                ${Object.values(errors)
                  .flat()
                  .map((one) => html`<li>${one}</li>`)}
              </ul>`
            : ''
        }
      </div>`;

/** The errors of one field, beside it. */
export const errorAt = (
  errors: Readonly<Record<string, readonly string[]>> | undefined,
  name: string,
): readonly Markup[] => (errors?.[name] ?? []).map((one) => html`<small class="bad">${one}</small>`);

/** A value of a record as text; empty for none. */
export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** A value of a record as text; a dash for none. */
export const shown = (value: unknown): string => text(value) || '–';

/** A readable time, in UTC, with the name of the zone. */
export const moment = (value: unknown): Markup | string => {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return '–';
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return html`<time datetime="${value}">${text.format(new Date(value))} UTC</time>`;
};
