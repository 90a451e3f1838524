import {
  earnedInCampaigns,
  endingCampaigns,
  readPageCampaigns,
  type Earned,
  type Purchase,
} from '../../services/index.ts';
import { formatNumber } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

// What a campaign adds to the line. A page whose purchases are in no campaign does not load this file.

const DAY_MS = 86_400_000;
/** A timer takes no longer delay. */
const LONGEST_MS = 2 ** 31 - 1;
/** The clock of the browser may be fast: the service still answers a campaign that has ended here. */
const AGAIN_MS = 30_000;

/**
 * "2× until Sunday, 178 points", for guests "Members earn 178 points, 2× until Sunday", or "178 points, 50 of them until Sunday" where the campaign is a bonus, or for a part of the purchase.
 * `undefined` without a campaign that ends, with several, and after the end: then the points alone are said.
 */
export function campaignText(
  n: number,
  campaigns: readonly unknown[],
  { language, isGuest }: { readonly language: string | undefined; readonly isGuest: boolean },
): string | undefined {
  const [campaign, ...others] = endingCampaigns(campaigns);
  if (!campaign || others.length || campaigns.length > 1 || campaign.end.getTime() <= Date.now())
    return undefined;
  const { points, times, end } = campaign;
  const day = lastDay(end, language);
  const isWhole = times !== undefined && Math.abs((n - points) * (times - 1) - points) <= 1;
  if (isWhole) {
    const values = { times: formatNumber(times, language), day, n };
    return isGuest
      ? localize(
          'Members earn {n} points, {times}× until {day}',
          values,
          language,
          'Members earn {n} point, {times}× until {day}',
        )
      : localize('{times}× until {day}, {n} points', values, language, '{times}× until {day}, {n} point');
  }
  const values = { n, extra: points, day };
  return isGuest
    ? localize(
        'Members earn {n} points, {extra} of them until {day}',
        values,
        language,
        'Members earn {n} point, until {day}',
      )
    : localize('{n} points, {extra} of them until {day}', values, language, '{n} point, until {day}');
}

/** "Sunday" within a week, otherwise "30 November", by the clock of the page; with the time where the end is within a day. */
function lastDay(end: Date, language: string | undefined): string {
  const isMidnight = end.getHours() === 0 && end.getMinutes() === 0;
  const last = new Date(end.getTime() - (isMidnight ? 1 : 0));
  const text = new Intl.DateTimeFormat(language, {
    ...(last.getTime() - Date.now() < 6 * DAY_MS
      ? { weekday: 'long' as const }
      : { day: 'numeric' as const, month: 'long' as const }),
    ...(!isMidnight && { hour: 'numeric' as const, minute: '2-digit' as const }),
  }).format(last);
  // A narrow column breaks the line before the date, not inside it.
  return isMidnight ? text.replaceAll(' ', '\u00a0') : text;
}

/** What a guest's purchase earns by the rates and campaigns of the page. Reports malformed campaigns to the console. */
export function earnedOnPage(purchase: Purchase, programme: unknown, host: Element): Earned {
  const { earn, campaigns } = Object(programme) as { readonly earn?: unknown; readonly campaigns?: unknown };
  const read = readPageCampaigns(campaigns);
  if (read.length !== Object(campaigns).length)
    void importPagePolicy().then((policy) =>
      policy?.checkProgramme(programme, host, (given) => ({
        campaigns: readPageCampaigns(Reflect.get(given as object, 'campaigns')),
      })),
    );
  return earnedInCampaigns(purchase, earn, read);
}

/** Calls `onEnd` when the first of the campaigns ends. Returns a function that stops it. */
export function atEnd(campaigns: readonly unknown[], onEnd: () => void): () => void {
  const first = Math.min(...endingCampaigns(campaigns).map(({ end }) => end.getTime()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    const left = first - Date.now();
    if (left > LONGEST_MS) timer = setTimeout(wait, LONGEST_MS);
    else timer = setTimeout(onEnd, left > 0 ? left : AGAIN_MS);
  };
  if (Number.isFinite(first)) wait();
  return () => clearTimeout(timer);
}

/** Whether the line of the element has room for its text. */
export const fits = (host: Element): boolean =>
  (host.shadowRoot?.querySelector('[part=base]')?.getBoundingClientRect().height ?? 0) <=
  host.getBoundingClientRect().height + 1;
