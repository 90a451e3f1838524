import { integer, record, text } from '../../transport/read.ts';

/** A campaign that gives points of a purchase until a moment. */
export interface EndingCampaign {
  /** Points of the purchase that it gives. */
  readonly points: number;
  /** How many times the points; `undefined` for a bonus. */
  readonly times: number | undefined;
  readonly end: Date;
}

/** The campaigns of an estimate that end. One without an end needs no words: its points are those of every day. */
export const endingCampaigns = (campaigns: readonly unknown[]): EndingCampaign[] =>
  campaigns.flatMap((one) => {
    const { points: rawPoints, multiplier, ends_at } = record(one);
    const points = integer(rawPoints);
    const end = new Date(text(ends_at) ?? NaN);
    const times = Number(text(multiplier));
    return points && points > 0 && !Number.isNaN(end.getTime())
      ? [{ points, times: times > 1 ? times : undefined, end }]
      : [];
  });
