export interface GuardBreak {
  readonly file: string;
  /** What the guard keeps. */
  readonly guard: string;
  readonly text: string;
  readonly replacement: string;
  readonly test: string;
}
export declare const BREAKS: readonly GuardBreak[];
