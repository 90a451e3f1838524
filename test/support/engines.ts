import { existsSync } from 'node:fs';
import { chromium, installedFirefox, NEEDS_FIREFOX } from '../../scripts/browser.mjs';
import { puppeteerEngine } from './engine-puppeteer.ts';
import type { Engine } from './engine-tab.ts';
import { webDriverEngine } from './engine-webdriver.ts';

interface KnownEngine {
  readonly name: string;
  /** Why this machine cannot run it. */
  readonly missing: string | undefined;
  start(): Promise<Engine>;
}

/** The browser of WebKitGTK has no name of its own on the path: its folder has the version of the interface. */
const WEBKIT = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
].find((path) => existsSync(path));
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const FIREFOX = installedFirefox();

/** Every engine in which the shop's story runs. */
export const ENGINES: readonly KnownEngine[] = [
  {
    name: 'Chromium',
    missing: undefined,
    // Each of its contexts is a private window.
    start: async () => puppeteerEngine(await chromium()),
  },
  {
    name: 'Firefox',
    missing: FIREFOX ? undefined : NEEDS_FIREFOX,
    start: () =>
      puppeteerEngine({ ...FIREFOX }, { extraPrefsFirefox: { 'browser.privatebrowsing.autostart': true } }),
  },
  {
    name: 'WebKitGTK',
    missing:
      WEBKIT && [WEBKIT_DRIVER, '/usr/bin/Xvfb'].every((path) => existsSync(path))
        ? undefined
        : 'needs WebKitGTK with its driver and a screen in memory: install webkit2gtk-driver and xvfb',
    start: () => webDriverEngine({ driver: WEBKIT_DRIVER, browser: WEBKIT! }),
  },
];
