/** Makes the packs in this folder, and returns the folder of each by its name. */
export declare function packPlatforms(target?: string): Record<'shopify' | 'loyalty-elements', string>;

/** Makes the worker for Shopify's app proxy, one file with all that it imports, in this folder, and returns its path. */
export declare function packShopifyWorker(target?: string): string;
