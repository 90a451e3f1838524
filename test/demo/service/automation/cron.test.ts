import { describe, expect, it } from 'vitest';
import { faultOfSchedule, nextTime } from '../../../../demo/service/automation/cron.ts';

describe('cron schedule', () => {
  it.each([
    ['* * * * *', '2026-03-01T10:00:30Z', '2026-03-01T10:01:00Z'],
    ['0 6 * * *', '2026-03-01T06:00:00Z', '2026-03-02T06:00:00Z'],
    ['*/15 8-17 * * 1-5', '2026-03-06T17:45:00Z', '2026-03-09T08:00:00Z'],
    ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 1,15 * *', '2026-03-02T00:00:00Z', '2026-03-15T00:00:00Z'],
    ['0 0 13 * 5', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00Z'],
    ['0 12 * * 7', '2026-03-02T00:00:00Z', '2026-03-08T12:00:00Z'],
    ['5/20 0 * * *', '2026-03-01T00:06:00Z', '2026-03-01T00:25:00Z'],
    ['0 0 */2 * 1', '2026-03-01T00:00:00Z', '2026-03-09T00:00:00Z'],
  ])('%s after %s is %s', (schedule, after, next) => {
    expect(nextTime(schedule, new Date(after))?.toISOString()).toBe(next.replace('Z', '.000Z'));
  });

  it.each([
    ['the clocks skip that hour: right after it', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['that hour comes twice: the first time', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ])('runs 30 2 * * * in Berlin when %s', (_, after, next) => {
    expect(nextTime('30 2 * * *', new Date(after), 'Europe/Berlin')?.toISOString()).toBe(next);
  });

  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    'a * * * *',
    '0 0 31 2 *',
    '0 0 * * MON',
    '0 0 L * *',
    '@daily',
    '* * * * * *',
  ])('refuses %j', (schedule) => {
    expect(faultOfSchedule(schedule)).toEqual(expect.stringMatching(/schedule/));
  });
});
