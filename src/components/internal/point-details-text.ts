import type { PointDetails } from '../../services/index.ts';
import { formatDay } from './format-day.ts';
import { formatMoney } from './format-money.ts';
import { localize } from './texts/messages.ts';

/** Such as `worth €22.80`; `undefined` where the programme has no rate for points. */
export const worthText = ({ worth }: PointDetails, language: string | undefined): string | undefined =>
  worth.length
    ? localize('worth {amount}', {
        amount: worth.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(' · '),
      })
    : undefined;

/** Such as `110 points expire within 30 days`. */
export const endingSoonText = (n: number, language: string | undefined): string =>
  localize('{n} points expire within 30 days', { n }, language, '{n} point expires within 30 days');

/** Such as `80 points expire on January 4, 2031`, or that they never expire. */
export const batchText = (
  { points: n, endsAt }: PointDetails['batches'][number],
  language: string | undefined,
): string =>
  endsAt
    ? localize(
        '{n} points expire on {day}',
        { n, day: formatDay(endsAt, language) },
        language,
        '{n} point expires on {day}',
      )
    : localize('{n} points never expire', { n }, language, '{n} point never expires');
