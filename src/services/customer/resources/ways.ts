import { integer, record, text } from '../../transport/read.ts';
import { readEach, webAddress } from '../../transport/read-records.ts';
import type { Achievement } from './achievements.ts';

/** A way to earn: of the page's programme, or an achievement. */
export interface Way {
  readonly name: string;
  readonly description: string | undefined;
  /** Points that it earns. */
  readonly points: number | undefined;
  readonly url: string | undefined;
  /** How much of it the shopper has done; `undefined` for ways without progress. */
  readonly progress: { readonly done: number; readonly required: number } | undefined;
}

/** The achievements that have a known end, as ways to earn. */
export const achievementWays = (achievements: readonly Achievement[]): Way[] =>
  achievements.flatMap(({ name, description, progress, required, isCompleted }) =>
    required
      ? [
          {
            name,
            description,
            points: undefined,
            url: undefined,
            progress: { done: isCompleted ? required : Math.min(required, Math.max(0, progress)), required },
          },
        ]
      : [],
  );

export const isDone = ({ progress }: Way): boolean => !!progress && progress.done >= progress.required;

/** Reads the ways of the programme that a page contains: `[{"name", "description", "points", "url"}]`. Leaves out what is malformed. */
export const readWays = (value: unknown): Way[] => readEach(value, readWay);

function readWay(value: unknown): Way | undefined {
  const { name: rawName, description, points: rawPoints, url } = record(value);
  const name = text(rawName);
  const points = integer(rawPoints);
  return name
    ? {
        name,
        description: text(description),
        points: points && points > 0 ? points : undefined,
        url: webAddress(absolute(url)),
        progress: undefined,
      }
    : undefined;
}

/** Also an address relative to the page. */
const absolute = (url: unknown): string | undefined => {
  const base = globalThis.location?.href;
  return typeof url === 'string' && URL.canParse(url, base) ? new URL(url, base).href : undefined;
};
