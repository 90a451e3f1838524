/** RFC 3339 in UTC with microseconds. */
export function timestamp(time: Date): string;
export function timestamp(time: Date | null): string | null;
export function timestamp(time: Date | null): string | null {
  return time && `${time.toISOString().slice(0, -1)}000Z`;
}

/** A record's id from a path; `undefined` for text that is no id: PostgreSQL would refuse `abc` with an error. */
export function recordId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
