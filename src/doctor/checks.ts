/** A line of a check: a fact that is right, one that has to be changed, or one to know. */
export interface Check {
  readonly state: 'ok' | 'wrong' | 'note';
  readonly text: string;
}

export const ok = (text: string): Check => ({ state: 'ok', text });
export const wrong = (text: string): Check => ({ state: 'wrong', text });
export const note = (text: string): Check => ({ state: 'note', text });
