import { leavesOf } from '../records.ts';
import { plainWord } from '../vocabulary.ts';
import { AGAINST, COUNTING } from './known-habits.ts';
import { operationRule, type Rule } from './rules.ts';

/** Which records count, where a field says so that no reader knows. */
export function keepRule(
  operation: string,
  records: readonly unknown[],
  isRead: (pointer: string) => boolean,
): Rule | undefined {
  const { words, flags } = COUNTING[operation]!;
  const values = new Map<string, Set<unknown>>();
  for (const { pointer, value } of records.flatMap((one) => leavesOf(one)))
    if (!isRead(pointer)) values.set(pointer, (values.get(pointer) ?? new Set()).add(value));
  for (const [pointer, found] of values) {
    const name = plainWord(pointer.split('/').at(-1)!);
    const all = [...found];
    const isState = /state|status|lifecycle|eligibility/.test(name) && all.length > 1;
    const counting = all.filter((value) => typeof value === 'string' && words.includes(plainWord(value)));
    if (isState && counting.length)
      return operationRule(
        operation,
        'keep',
        { from: pointer, is: counting },
        `${pointer} is ${all.map(String).join(', ')}: taken from their words, check them`,
      );
    const truths = all.filter((value) => value === 1 || value === true);
    const isFalse = all.filter((value) => value === 0 || value === false);
    if (AGAINST.includes(name) && all.length > 1 && isFalse.length)
      return operationRule(
        operation,
        'keep',
        { from: pointer, is: isFalse },
        `${pointer} is ${all.map(String).join(', ')}: taken from its name, check it`,
      );
    if (flags.includes(name) && truths.length)
      return operationRule(
        operation,
        'keep',
        { from: pointer, is: truths },
        `${pointer} says which records count: taken from its name, check it`,
      );
  }
  return undefined;
}
