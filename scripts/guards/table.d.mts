export interface GuardGroup {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}
export declare const GROUPS: readonly GuardGroup[];
