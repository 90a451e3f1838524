import { profileAchievements } from '../../contract/endpoints/incentives/achievements.ts';
import { browseRecords } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import type { TextLanguages } from './tier.ts';
import { integer, readId, record, text, type Id } from '../../transport/read.ts';
import { isOffered, requireValue, readEnd, readIcon, webAddress } from '../../transport/read-records.ts';

/** What the customer has reached of one achievement. */
export interface Achievement {
  /** Of the definition. */
  readonly id: Id;
  readonly name: string;
  readonly languages?: TextLanguages | undefined;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  /** One or two characters, such as `★`. */
  readonly icon: string | undefined;
  /** Progress in whole numbers: of what the achievement counts, such as purchases. It may be negative after refunds. */
  readonly progress: number;
  /** Progress that completes it. */
  readonly required: number | undefined;
  /** Whether the progress is that of a completed one. */
  readonly isCompleted: boolean;
  /** How often it was completed. */
  readonly count: number;
  /** When it was completed last. */
  readonly completedAt: Date | undefined;
}

/**
 * GET achievements of the profile (spec 4.6; the reply is assumed). Records of one definition are one achievement: a programme in which it can be
 * completed several times has a record for each time. Open ones come first, those with the most progress before the others; then
 * completed ones, the newest first.
 */
export const achievements: ResourceDefinition<readonly Achievement[]> = {
  key: 'achievements',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const found = await browseRecords(loyalty, profileAchievements, { profile }, readAchievement);
    const byDefinition = new Map<string, Achievement>();
    for (const one of found) {
      const key = String(one.id);
      const other = byDefinition.get(key);
      byDefinition.set(key, other ? merged(one, other) : one);
    }
    return [...byDefinition.values()].sort(
      (a, b) =>
        Number(a.isCompleted) - Number(b.isCompleted) ||
        (a.isCompleted ? completionTime(b) - completionTime(a) : shareOf(b) - shareOf(a)),
    );
  },
};

function readAchievement(wire: unknown): Achievement | undefined {
  const { id: rawId, achievement_definition_id, definition, points, completed_at } = record(wire);
  const fields = record(definition);
  const { name: rawName, image_url, icon, points_required } = fields;
  if (!isOffered(fields)) return undefined;
  const shown = ['short_description', 'earn_instructions', 'description'].find((field) =>
    text(fields[field]),
  );
  const languages = record(fields['text_languages']);
  const completedAt = readEnd(completed_at, 'completed_at');
  const required = integer(points_required);
  return {
    id: requireValue(readId(achievement_definition_id) ?? readId(rawId), 'id', rawId),
    name: requireValue(text(rawName), 'definition.name', rawName),
    languages: { ...languages, short_description: shown && languages[shown] },
    description: shown && text(fields[shown]),
    imageUrl: webAddress(image_url),
    icon: readIcon(icon),
    // A completed one without points has reached its goal.
    progress: requireValue(integer(points) ?? (completedAt && (required ?? 0)), 'points', points),
    required: required && required > 0 ? required : undefined,
    isCompleted: !!completedAt,
    count: completedAt ? 1 : 0,
    completedAt,
  };
}

/** The open record has the progress; without one, the newer record. */
function merged(one: Achievement, other: Achievement): Achievement {
  const last = completionTime(one) > completionTime(other) ? one : other;
  const shown = [one, other].find(({ isCompleted }) => !isCompleted) ?? last;
  return { ...shown, count: one.count + other.count, completedAt: last.completedAt };
}

const completionTime = ({ completedAt }: Achievement): number => completedAt?.getTime() ?? 0;

/** The part of the progress that is reached, from 0 to 1. */
export const shareOf = ({ progress, required }: Achievement): number =>
  required ? Math.min(1, Math.max(0, progress / required)) : 0;
