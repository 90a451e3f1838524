export interface ShippedPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string;
  readonly dependencies: readonly string[];
}
export interface Sbom {
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
export declare const SBOM: string;
export declare const LICENSES: string;
export declare const BUNDLED: readonly string[];
export declare const ALLOWED_LICENSES: readonly string[];
export declare function shippedPackages(lock?: object): ShippedPackage[];
export declare function sbomOf(shipped: readonly ShippedPackage[], own: object): Sbom;
export declare function licensesOf(shipped: readonly ShippedPackage[]): string;
export declare function writeShipped(): void;
