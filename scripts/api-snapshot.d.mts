export interface ApiChange {
  readonly part: 'major' | 'minor';
  readonly text: string;
}
export declare const SNAPSHOTS: readonly string[];
export declare function apiOf(manifest: object): string[];
export declare function changesBetween(before: readonly string[], after: readonly string[]): ApiChange[];
export declare function versionNeeded(published: string, changes: readonly ApiChange[]): string;
export declare function isAtLeast(version: string, other: string): boolean;
