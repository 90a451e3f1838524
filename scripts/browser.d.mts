/** Launch options that puppeteer and playwright both understand. */
export interface LaunchOptions {
  executablePath: string;
  args: string[];
  timeout: number;
  env?: Record<string, string>;
}
export declare function chromium(): Promise<LaunchOptions>;
export declare function unpackChromium(folder: string): Promise<void>;
export declare function installedChromium(): LaunchOptions | undefined;
/** Why a test was skipped for which `installedChromium` gave nothing that will do. */
export declare const NEEDS_INSTALLED_CHROMIUM: string;
/** Launch options for puppeteer, which alone drives this browser. */
export declare function installedFirefox():
  (Omit<LaunchOptions, 'args'> & { browser: 'firefox'; headless: true }) | undefined;
export declare const NEEDS_FIREFOX: string;
