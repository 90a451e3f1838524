import { css, html, nothing, type TemplateResult } from 'lit';
import {
  achievements,
  achievementWays,
  isDone,
  pointsAtRates,
  readWays,
  type Way,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { controlStyles } from '../internal/control-styles.ts';
import { formatMoney } from '../internal/format-money.ts';
import { languageOf } from '../internal/format.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { firstCount, reservedRows } from '../internal/lists.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { pointsText } from '../internal/points-text.ts';
import type { Invitation } from '../page/invitation.ts';
import type { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController, type ElementState } from '../internal/resource-controller.ts';

// The list of ways to earn. A page that shows only lines does not load this file.

const styles = css`
  :host {
    container-type: inline-size;
    --_row: var(--loyalty-earn-row-size, 5.25em);
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .way {
    position: relative;
    display: grid;
    grid-template-columns: 2.25em minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.25em 0.75em;
    min-block-size: var(--_row);
    border-block-start: 1px solid var(--_line);
  }
  .way:first-child {
    border-block-start-color: transparent;
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: 2.25em;
    block-size: 2.25em;
    border-radius: 50%;
    background-color: var(--_wash);
    color: var(--_accent);
  }
  .sign svg {
    inline-size: 1.125em;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
  }
  .texts {
    display: grid;
    line-height: 1.35;
  }
  [part='name'] {
    font-weight: 600;
  }
  a {
    color: inherit;
    text-decoration-color: var(--_line);
    text-underline-offset: 0.2em;
  }
  /* The whole row is a link. */
  .way a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  [part='points'] {
    max-inline-size: 9em;
    font-weight: 600;
    text-align: end;
  }
  [part~='way-done'] .texts,
  [part~='way-done'] [part='points'] {
    color: var(--_quiet);
  }
  @container (inline-size < 14em) {
    .way {
      grid-template-columns: minmax(0, 1fr);
      justify-items: start;
      padding-block: 0.75em;
    }
    [part='points'] {
      max-inline-size: none;
      text-align: start;
    }
  }
  .more {
    display: block;
    margin-block-start: 0.5em;
  }
`;

// Not formatted: white space would show.
// prettier-ignore
const plus = html`<svg viewBox="0 0 24 24"><path d="M12 5v14M5 12h14"/></svg>`;
// prettier-ignore
const check = html`<svg viewBox="0 0 24 24"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>`;

/** The element whose list this is. */
export interface WaysHost extends InvitingElement {
  readonly programme: unknown;
  readonly currency: string | undefined;
}

export interface WaysView {
  render(): TemplateResult;
}

/** Adds the styles of this module to the element, and loads its achievements. */
export function attachWays(
  host: WaysHost,
  invitation: () => Invitation | null | undefined,
  renderSignedOut: (sentence: string, state: ElementState<unknown>) => TemplateResult,
): WaysView {
  addStyles(host, controlStyles, styles);
  const done = new ResourceController(host, achievements);
  let expanded = false;
  let checked: unknown;

  const onMore = (): void => {
    expanded = !expanded;
    host.requestUpdate();
  };

  return {
    render() {
      const { state } = done;
      if (host.programme !== checked) checkEarnings(host);
      checked = host.programme;
      const limit = reservedRows(host, '--loyalty-earn-rows', 4);
      if (state.status === 'loading') return renderLoading(limit);
      const language = languageOf(host);
      const ofPage = waysOf(host, language);
      const ways = [...ofPage, ...(state.status === 'ready' ? achievementWays(state.value) : [])];
      if (!ways.length) {
        if (state.status === 'signed-out')
          return renderSignedOut(localize('Sign in to see how to earn points.'), state);
        if (state.status === 'error')
          return errorNotice(host, state.error, localize('Couldn’t load the ways to earn.'), () =>
            done.retry(),
          );
        return html`<div class="notice" part="notice">
          <p part="message">${localize('Nothing to earn right now.')}</p>
        </div>`;
      }
      const hasMore = ways.length > limit;
      const first = firstCount(ways.length, limit);
      return html`<div class="with-end" part="base">
        ${
          state.status === 'signed-out'
            ? html`<slot name="signed-out">${host.invites ? invitation()?.renderButtons() : nothing}</slot>`
            : nothing
        }
        <ul part="list" aria-label=${localize('Ways to earn')}>
          ${(expanded ? ways : ways.slice(0, first)).map((way) => renderWay(way, language))}
        </ul>
        ${
          hasMore
            ? renderMoreButton({
                n: ways.length,
                name: 'Show all {n} ways to earn',
                language,
                expanded,
                takesRow: first < limit,
                onMore,
              })
            : state.status === 'ready' // otherwise there may be achievements
              ? renderListEnd()
              : nothing
        }
      </div>`;
    },
  };
}

/** The parts of a programme that `<loyalty-earn>` shows, without what is malformed. */
function readEarnings(programme: unknown): {
  readonly ways: readonly Way[];
  readonly earn: readonly string[];
} {
  const { ways, earn } = Object(programme) as { readonly earn?: unknown; readonly ways?: unknown };
  return {
    ways: readWays(ways),
    earn: Object.keys(Object(earn)).filter(
      (code) => /^[A-Z]{3}$/.test(code) && pointsAtRates({ currency: code, lines: [] }, earn) !== undefined,
    ),
  };
}

/** Reports what is malformed in the programme of an element to the console. Loads the diagnostics only for such a programme. */
export function checkEarnings(host: WaysHost): void {
  const { programme } = host;
  const { ways, earn } = Object(programme) as { readonly earn?: unknown; readonly ways?: unknown };
  const read = readEarnings(programme);
  const isComplete =
    programme instanceof Object &&
    read.ways.length === Object(ways ?? []).length &&
    (earn === undefined || earn instanceof Object) &&
    read.earn.length === Object.keys(Object(earn)).length;
  if (programme !== undefined && !isComplete)
    void importPagePolicy().then((policy) => policy?.checkProgramme(programme, host, readEarnings));
}

/** The ways of the page: what a purchase earns, and those that it names. */
function waysOf({ programme, currency }: WaysHost, language: string | undefined): Way[] {
  const { earn, ways } = Object(programme) as { readonly earn?: unknown; readonly ways?: unknown };
  const rates = Object.entries(Object(earn) as Record<string, unknown>).filter(
    ([code]) => !currency || code === currency.toUpperCase(),
  );
  return [...rates.flatMap(([code, rate]) => purchaseWay(code, Number(rate), language)), ...readWays(ways)];
}

/** "2 points for every €1", or "1 point for every €5" for a rate below one. Nothing where neither is a whole number. */
function purchaseWay(currency: string, rate: number, language: string | undefined): Way[] {
  const price = rate < 1 ? 1 / rate : 1;
  const n = Math.round(rate * price);
  const isWhole = Math.abs(n - rate * price) < 1e-9 && Math.abs(price - Math.round(price)) < 1e-9;
  if (!(n > 0) || !isWhole || !/^[a-z]{3}$/i.test(currency)) return [];
  const amount = formatMoney(String(Math.round(price)), currency, language);
  const description = localize(
    '{n} points for every {price}',
    { n, price: amount },
    language,
    '{n} point for every {price}',
  );
  return [
    { name: localize('Every purchase'), description, points: undefined, url: undefined, progress: undefined },
  ];
}

function renderWay(way: Way, language: string | undefined): TemplateResult {
  const { name, description, points, url, progress } = way;
  const done = isDone(way);
  return html`<li class="way" part=${done ? 'way way-done' : 'way'}>
    <span class="sign" aria-hidden="true">${done ? check : plus}</span>
    <span class="texts">
      <bdi class="line" part="name">${url ? html`<a href=${url}>${name}</a>` : name}</bdi>
      ${description ? html`<bdi class="note quiet small" part="description">${description}</bdi>` : nothing}
    </span>
    <span class="small" part="points"
      >${
        points
          ? pointsText(points, language)
          : done
            ? localize('Done')
            : progress
              ? localize('{n} of {total}', { n: progress.done, total: progress.required }, language)
              : nothing
      }</span
    >
  </li>`;
}

function renderLoading(rows: number): TemplateResult {
  return html`<div part="base" aria-busy="true">
    <p class="hidden">${localize('Loading the ways to earn')}</p>
    <ul part="list" aria-hidden="true">
      ${Array.from(
        { length: rows },
        () =>
          html`<li class="way">
            <span class="sign skeleton"></span>
            <span class="texts"
              ><span><span class="skeleton">A way to earn</span></span></span
            >
          </li>`,
      )}
    </ul>
  </div>`;
}
