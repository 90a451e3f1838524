/** Makes the packs in this folder, and returns the folder of each by its name. */
export declare function packPlatforms(target?: string): Record<'shopify' | 'loyalty-elements', string>;
