export declare function plannedVersion(folder?: string): Promise<string>;
export declare function applyChangesets(folder?: string): Promise<{ before: string; after: string }>;
