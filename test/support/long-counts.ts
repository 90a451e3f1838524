/** A count from the environment, so that a long test can be tried small. */
export function countOf(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${name} has to be a whole number above 0.`);
  return Number(text);
}

/** A line of a report: what was promised, and what was measured. */
export const report = (line: string): void => void process.stdout.write(`  ${line}\n`);
