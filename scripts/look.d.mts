export interface LookChange {
  readonly part: 'major' | 'minor';
  readonly text: string;
}
export declare const SNAPSHOTS: readonly string[];
export declare function lookOf(manifest: object): string[];
export declare function changesBetween(before: readonly string[], after: readonly string[]): LookChange[];
export declare function versionNeeded(published: string, changes: readonly LookChange[]): string;
export declare function isAtLeast(version: string, other: string): boolean;
