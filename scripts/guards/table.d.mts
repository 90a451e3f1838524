export interface GuardGroup {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly database?: boolean;
}
export declare const GROUPS: readonly GuardGroup[];
