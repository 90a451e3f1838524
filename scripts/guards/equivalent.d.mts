export interface UnbrokenRefusal {
  readonly file: string;
  readonly text: string;
  readonly reason: string;
}
export declare const UNBROKEN: readonly UnbrokenRefusal[];
