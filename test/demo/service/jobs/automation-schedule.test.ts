import { describe, expect, it } from 'vitest';
import { faultOfSchedule, nextTime } from '../../../../demo/service/platform/automation/cron.ts';

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2026-03-01T10:00:30Z', '2026-03-01T10:01:00Z'],
    ['0 6 * * *', '2026-03-01T06:00:00Z', '2026-03-02T06:00:00Z'],
    ['*/15 8-17 * * 1-5', '2026-03-06T17:45:00Z', '2026-03-09T08:00:00Z'],
    ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 1,15 * *', '2026-03-02T00:00:00Z', '2026-03-15T00:00:00Z'],
    ['0 0 13 * 5', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00Z'],
    ['0 12 * * 7', '2026-03-02T00:00:00Z', '2026-03-08T12:00:00Z'],
    ['5/20 0 * * *', '2026-03-01T00:06:00Z', '2026-03-01T00:25:00Z'],
  ])('%s after %s is %s', (schedule, after, next) => {
    expect(nextTime(schedule, new Date(after))?.toISOString()).toBe(next.replace('Z', '.000Z'));
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
  ])('%j is none', (schedule) => {
    expect(faultOfSchedule(schedule)).toEqual(expect.stringMatching(/schedule/));
  });
});
