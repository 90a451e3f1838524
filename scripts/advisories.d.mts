export declare function judge(stdout: string): { readonly code: number; readonly lines: readonly string[] };
