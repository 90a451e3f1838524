import { html } from 'hono/html';
import { formatPoints, signInLink, type Markup, type Visit } from './page.ts';

/** What a purchase earns. Guests get the link to join beside it. */
export const earnLine = (visit: Visit, points: number): Markup =>
  html`<p class="earn">
    <span class="earn-mark" aria-hidden="true"></span>
    <span>
      ${visit.customer ? 'You earn' : 'Members earn'}
      <b>${formatPoints(points)}</b>${
        visit.customer || visit.settings.proxyUrl
          ? ''
          : html` · <a href="${signInLink(visit)}">Sign in or join</a>`
      }
    </span>
  </p>`;

/** What guests see of the programme, as `<loyalty-status>` takes it. */
export const programmeOf = ({ settings: { programme } }: Visit): string =>
  JSON.stringify({
    tiers: programme.tiers.map(({ name, description, primaryColour, pointsRequired }) => ({
      name,
      description,
      color: primaryColour,
      points_required: pointsRequired,
    })),
    rewards: programme.rewards
      .filter(({ picture, tier, stock }) => picture && !tier && stock !== 0)
      .map(({ name, pointsCost }) => ({ name, points_cost: pointsCost }))
      .filter(({ points_cost }) => points_cost > 0),
  });
