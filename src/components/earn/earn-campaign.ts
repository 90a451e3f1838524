import { endingCampaigns } from '../../services/index.ts';
import { formatNumber } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';

// What a campaign adds to the line. A page whose purchases are in no campaign does not load this file.

const DAY_MS = 86_400_000;
/** A timer takes no longer delay. */
const LONGEST_MS = 2 ** 31 - 1;
/** The clock of the browser may be fast: the service still answers a campaign that has ended here. */
const AGAIN_MS = 30_000;

/**
 * "2× until Sunday, 178 points", or "178 points, 50 of them until Sunday" where the campaign is a bonus, or for a part of the purchase.
 * `undefined` without a campaign that ends, with several, and after the end: then the points alone are said.
 */
export function campaignText(
  n: number,
  campaigns: readonly unknown[],
  language: string | undefined,
): string | undefined {
  const [campaign, ...others] = endingCampaigns(campaigns);
  if (!campaign || others.length || campaigns.length > 1 || campaign.end.getTime() <= Date.now())
    return undefined;
  const { points, times, end } = campaign;
  const day = lastDay(end, language);
  const isWhole = times !== undefined && Math.abs((n - points) * (times - 1) - points) <= 1;
  return isWhole
    ? localize(
        '{times}× until {day}, {n} points',
        { times: formatNumber(times, language), day, n },
        language,
        '{times}× until {day}, {n} point',
      )
    : localize(
        '{n} points, {extra} of them until {day}',
        { n, extra: points, day },
        language,
        '{n} point, until {day}',
      );
}

/** "Sunday" within a week, otherwise "30 November", by the clock of the page; with the time where the end is within a day. */
function lastDay(end: Date, language: string | undefined): string {
  const isMidnight = end.getHours() === 0 && end.getMinutes() === 0;
  const last = new Date(end.getTime() - (isMidnight ? 1 : 0));
  return new Intl.DateTimeFormat(language, {
    ...(last.getTime() - Date.now() < 6 * DAY_MS
      ? { weekday: 'long' as const }
      : { day: 'numeric' as const, month: 'long' as const }),
    ...(!isMidnight && { hour: 'numeric' as const, minute: '2-digit' as const }),
  }).format(last);
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
