/** A load without progress for so long was paused, or its process had stopped: the pause must not lower its rate. */
const PAUSE_MS = 60_000;

/** Whether the rate of a load is measured from now on, because the load starts or continues after a pause. */
export const restartsRate = (begunAt: Date | null, changedAt: Date, now = Date.now()): boolean =>
  begunAt === null || now - changedAt.getTime() > PAUSE_MS;

/** Progress of a load since it last started or continued. */
export interface Progress {
  readonly total: number;
  /** Processed records or rows, failed ones included. */
  readonly position: number;
  readonly begunAt: Date;
  readonly begunFrom: number;
  /** When the last of them was processed. */
  readonly changedAt: Date;
}

export interface ProgressRate {
  readonly perSecond: number;
  readonly secondsLeft: number;
}

/** Rate and remaining time; undefined before the first record. */
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
