/** A load that lay still for so long was paused, or its process was gone: that is no part of its rate. */
const STILL_MS = 60_000;

/** Whether the rate of a load is reckoned from now on: it was not worked on until now. */
export const restartsRate = (begunAt: Date | null, changedAt: Date, now = Date.now()): boolean =>
  begunAt === null || now - changedAt.getTime() > STILL_MS;

/** How far a load is, and since when it is worked on without a break. */
export interface Progress {
  readonly total: number;
  /** Records or rows that were looked at: those that failed are among them. */
  readonly position: number;
  readonly begunAt: Date;
  readonly begunFrom: number;
  /** When the last of them was. */
  readonly changedAt: Date;
}

export interface ProgressRate {
  readonly perSecond: number;
  readonly secondsLeft: number;
}

/** Rate and time left; undefined where nothing is known yet. */
export function progressRateOf({
  total,
  position,
  begunAt,
  begunFrom,
  changedAt,
}: Progress): ProgressRate | undefined {
  const seconds = (changedAt.getTime() - begunAt.getTime()) / 1_000;
  const perSecond = seconds > 0 ? (position - begunFrom) / seconds : 0;
  return perSecond > 0 ? { perSecond, secondsLeft: Math.max(0, total - position) / perSecond } : undefined;
}
