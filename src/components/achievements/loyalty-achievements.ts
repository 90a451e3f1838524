import { html, nothing, type TemplateResult } from 'lit';
import { achievements, shareOf, type Achievement } from '../../services/index.ts';
import { achievementsStyles } from './achievements-styles.ts';
import { define, readFlag } from '../internal/element.ts';
import { formatDay } from '../internal/format-day.ts';
import { inLanguage } from '../internal/in-language.ts';
import { languageOf } from '../internal/format.ts';
import { reservedRows } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { renderImage } from '../internal/picture.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import type { RewardContent } from '../claims/reward-content.ts';
import { countOf, rowsThatFit } from '../claims/reward-rows.ts';
import {
  renderEmpty,
  renderList,
  renderListLoading,
  renderRewards,
  toggleRows,
} from '../claims/rewards-list.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * The shopper's achievements: those on the way with their progress, and those reached with their day.
 *
 * @summary what is reached, and how far the others are
 * @tag loyalty-achievements
 * @guests line
 * @needs achievements
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown when there are no achievements at all.
 * @csspart list - The list of achievements.
 * @csspart group - Achievements on the way, or reached ones.
 * @csspart group-heading - The heading of a group.
 * @csspart row - An achievement.
 * @csspart row-reached - An achievement that was reached.
 * @csspart picture - The picture of an achievement, its icon or a star, in a ring or on a badge.
 * @csspart image - The image in it.
 * @csspart progress - The ring with the part that is reached.
 * @csspart badge - The solid badge of an achievement that was reached.
 * @csspart name - The name of an achievement.
 * @csspart count - How often it was reached.
 * @csspart note - What it asks for, or the day on which it was reached.
 * @csspart progress-text - The progress in numbers.
 * @csspart button - Every button.
 * @csspart more-button - The button that shows all achievements, or fewer again.
 * @csspart skeleton - A grey shape while the achievements load.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-achievements-rows=4] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-achievements-groups=2] - Number of groups for whose headings there is room.
 * @cssprop [--loyalty-achievements-row-size=5.25em] - Height of a row.
 * @cssprop [--loyalty-achievements-heading-size=2.5em] - Height of the heading of a group.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssstate loading - The achievements are loading.
 * @cssstate failed - The achievements could not be loaded.
 * @cssstate empty - There are no achievements.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-error - Achievements could not be loaded.
 */
export class LoyaltyAchievements extends InvitingElement {
  static override properties = {
    expanded: { type: Boolean, converter: readFlag, reflect: true },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = achievementsStyles;

  /** Shows every achievement instead of the first rows. `--loyalty-achievements-rows` reserves room for their number, so that nothing below moves. */
  expanded = false;
  /** Level of the headings of groups, 1 to 6. */
  headingLevel = 3;

  #achievements = new ResourceController(this, achievements);

  protected override updated(): void {
    const { state } = this.#achievements;
    setState(this, 'empty', state.status === 'ready' && !state.value.length);
  }

  protected override render(): TemplateResult {
    const { state } = this.#achievements;
    switch (state.status) {
      case 'loading':
        return renderListLoading(this.#limit, localize('Loading your achievements'));
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your achievements.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load your achievements.'), () =>
          this.#achievements.retry(),
        );
      case 'ready':
        return state.value.length
          ? this.#renderAchievements(state.value)
          : renderEmpty(localize('No achievements yet.'));
    }
  }

  /** Number of achievements that fit the reserved box. */
  get #limit(): number {
    return reservedRows(this);
  }

  #renderAchievements(all: readonly Achievement[]): TemplateResult {
    const language = languageOf(this);
    const groups = [
      { heading: localize('On the way'), rows: all.filter(({ isCompleted }) => !isCompleted) },
      { heading: localize('Reached'), rows: all.filter(({ isCompleted }) => isCompleted) },
    ].filter(({ rows }) => rows.length > 0);
    const { first, takesRow } = rowsThatFit(this, groups);
    const shown = this.expanded ? groups : first;
    return renderRewards(
      shown.map(({ heading, rows }) => ({
        heading,
        rewards: rows.map((one) => achievementContent(one, language)),
      })),
      {
        renderSections: renderList,
        headingLevel: this.headingLevel || 3,
        more:
          countOf(first) === all.length
            ? undefined
            : {
                n: all.length,
                name: 'Show all {n} achievements',
                language,
                expanded: this.expanded,
                takesRow,
                onMore: () => toggleRows(this),
              },
        hasRoom: all.length < this.#limit,
        announcement: undefined,
      },
    );
  }
}

/** What is shown of an achievement, in the form of rewards. */
function achievementContent(achievement: Achievement, language: string | undefined): RewardContent {
  const { id, name, languages, description, isCompleted, completedAt, count, progress, required } =
    achievement;
  const day = completedAt && localize('Reached on {day}', { day: formatDay(completedAt, language) });
  return {
    key: String(id),
    part: isCompleted ? 'row row-reached' : 'row',
    step: '',
    name,
    languages,
    count: count > 1 ? html`<span part="count">&nbsp;×${count}</span>` : nothing,
    picture: renderMedal(achievement),
    description: undefined,
    price: undefined,
    note: (isCompleted ? day : inLanguage(description, languages?.['short_description'])) || nothing,
    code: nothing,
    action:
      isCompleted || !required
        ? nothing
        : html`<span class="small" part="progress-text"
            >${localize('{n} of {all}', { n: Math.max(0, progress), all: required }, language)}</span
          >`,
  };
}

/** The picture; without one, or if it does not load, the icon or a star: on a solid badge when it is reached, before that in a ring that shows the progress. */
function renderMedal(achievement: Achievement): TemplateResult {
  const { imageUrl, icon, isCompleted } = achievement;
  return html`<span class=${isCompleted ? 'picture reached' : 'picture'} part="picture" aria-hidden="true">
    ${isCompleted ? badge : renderRing(shareOf(achievement))}
    ${imageUrl ? renderImage(imageUrl) : nothing}${icon ? html`<b>${icon}</b>` : star}
  </span>`;
}

/** A disc whose edge is of twelve half circles: round dots on its line. */
const badge = html`<svg class="badge" part="badge" viewBox="0 0 36 36">
  <circle cx="18" cy="18" r="14" pathLength="12" stroke-dasharray="0 1" />
</svg>`;

const renderRing = (share: number): TemplateResult =>
  html`<svg class="progress" part="progress" viewBox="0 0 36 36">
    <circle cx="18" cy="18" r="16.5" />
    <circle cx="18" cy="18" r="16.5" pathLength="1" stroke-dasharray="${share} 1" />
  </svg>`;

const star = html`<svg class="star" viewBox="0 0 24 24">
  <path d="M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2L12 16.8 6.4 20l1.3-6.2L3 9.5l6.3-.7z" />
</svg>`;

define('loyalty-achievements', LoyaltyAchievements);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-achievements': LoyaltyAchievements;
  }
}
