import { html } from 'hono/html';
import {
  apiTokens,
  campaigns,
  importJobs,
  profiles,
  rewardDefinitions,
  users,
  webhooks,
  type Endpoint,
} from '../../../../src/services/contract/endpoints/index.ts';
import type { Ask } from '../api.ts';
import type { Markup } from '../form.ts';
import { head } from '../layout.ts';

interface Tile {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly address?: string;
  /** Filters of the counted records. */
  readonly query?: Readonly<Record<string, string>>;
}

const tiles: readonly Tile[] = [
  { name: 'Members', endpoint: profiles, address: '/dashboard/members' },
  { name: 'Reward definitions', endpoint: rewardDefinitions, address: '/dashboard/rewards' },
  { name: 'Campaigns', endpoint: campaigns, address: '/dashboard/campaigns' },
  { name: 'Webhooks', endpoint: webhooks, address: '/dashboard/webhooks' },
  { name: 'Import jobs', endpoint: importJobs, address: '/dashboard/jobs' },
  { name: 'API tokens', endpoint: apiTokens, address: '/dashboard/settings/tokens' },
  {
    name: 'Machine users',
    endpoint: users,
    address: '/dashboard/settings/machine-users',
    query: { 'filter[is_machine]': '1' },
  },
];

/** The numbers of records, with links to their pages. */
export async function overviewPage(ask: Ask, baseUrl: string): Promise<Markup> {
  const totals = await Promise.all(
    tiles.map(async (tile) => ({
      ...tile,
      total: (await ask(tile.endpoint, { query: { ...tile.query, 'page[size]': '1', 'page[number]': '1' } }))
        .body.meta?.total,
    })),
  );
  return html`${head('Overview', html`The service answers at <code>${baseUrl}</code>`)}
    <ul class="tiles">
      ${totals
        .filter(({ total }) => total !== undefined)
        .map(({ name, total, address }) => {
          const inside = html`<strong>${new Intl.NumberFormat('en').format(total ?? 0)}</strong>
            <span>${name}</span>`;
          return html`<li>
            ${address ? html`<a class="tile" href="${address}">${inside}</a>` : html`<div class="tile">${inside}</div>`}
          </li>`;
        })}
    </ul>
    <section class="card">
      <h2>What is done elsewhere</h2>
      <p>
        Definitions of tiers, credits, points and achievements, settings, webhooks, triggers and automations
        are written by <a href="/docs">requests to the service</a>. Exports of other shops are imported with
        <code>npm run import</code>, and files in our own columns on the page
        <a href="/dashboard/imports">Imports</a>.
      </p>
    </section>
    <section class="card">
      <h2>Build against the service</h2>
      <p>
        Add an <a href="/dashboard/settings/tokens">API token</a>, read the <a href="/docs">API document</a>,
        or take it as <a href="/api/openapi.json">a file</a>.
      </p>
    </section>`;
}
