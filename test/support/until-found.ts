import { expect } from 'vitest';
import type { Control } from './engine-tab.ts';

/** Looks until the page has the control. A timeout names it. */
export async function untilFound<Found>(
  { role, name, within = 'the page' }: Control,
  find: () => Promise<Found | null>,
): Promise<Found> {
  let found: Found | null = null;
  await expect
    .poll(async () => (found = await find()) !== null, { message: `${role} “${name}” in ${within}` })
    .toBe(true);
  return found!;
}
