/** Launch options that puppeteer and playwright both understand. */
export declare function chromium(): Promise<{ executablePath: string; args: string[] }>;
