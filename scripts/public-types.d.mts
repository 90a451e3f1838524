export declare function entryFiles(): [name: string, file: string][];
export declare function publicTypes(): string[];
