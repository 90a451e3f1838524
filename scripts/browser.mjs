// The browser of the tests. Linux on x64 runs them in the Chromium of an npm package, with fonts of npm packages, so that neither
// an installed browser nor installed fonts are needed. Elsewhere they run in an installed one. CHROME_PATH sets another one.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const INSTALLED_FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const LAUNCH_DEADLINE_MS = 60_000;

export const NEEDS_INSTALLED_CHROMIUM =
  'needs a whole Chromium (a headless shell will not do): install chromium or Google Chrome, or set CHROME_PATH';
export const NEEDS_FIREFOX = 'needs Firefox: install firefox-esr, or set FIREFOX_PATH';

/** Launch options for puppeteer and playwright. */
export async function chromium() {
  const { CHROME_PATH } = process.env;
  if (!CHROME_PATH && process.platform === 'linux' && process.arch === 'x64') return packedChromium();
  const installed = installedChromium();
  if (!installed)
    throw new Error(
      `The tests' packed Chromium is for Linux on x64. This machine ${NEEDS_INSTALLED_CHROMIUM}.`,
    );
  return installed;
}

/** The system's Firefox, driven over WebDriver BiDi; `undefined` where there is none. FIREFOX_PATH sets another one. */
export function installedFirefox() {
  const { FIREFOX_PATH } = process.env;
  if (FIREFOX_PATH && !existsSync(FIREFOX_PATH))
    throw new Error(`FIREFOX_PATH is ${FIREFOX_PATH}, but there is no browser.`);
  const executablePath = FIREFOX_PATH || INSTALLED_FIREFOX.find((path) => existsSync(path));
  return (
    executablePath && {
      browser: 'firefox',
      headless: true,
      executablePath,
      timeout: LAUNCH_DEADLINE_MS,
    }
  );
}

/** CHROME_PATH or an installed Chromium, for features that the headless shell of the package lacks; `undefined` where there is none. */
export function installedChromium() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH && !existsSync(CHROME_PATH))
    throw new Error(`CHROME_PATH is ${CHROME_PATH}, but there is no browser.`);
  const executablePath = CHROME_PATH || INSTALLED.find((path) => existsSync(path));
  return executablePath && { executablePath, args: ARGUMENTS, timeout: LAUNCH_DEADLINE_MS };
}

async function packedChromium() {
  const { version } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  );
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  await unpackChromium(folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: [...ARGUMENTS, '--use-gl=angle', '--use-angle=swiftshader'],
    timeout: LAUNCH_DEADLINE_MS,
    env: {
      ...process.env,
      // Without a font, the browser crashes at a text input.
      FONTCONFIG_FILE: join(ROOT, 'scripts/fonts.conf'),
      // The package has the libraries that a minimal system lacks.
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
  };
}

/** Unpacks the browser unless the folder exists. Concurrent processes unpack into folders of their own and then rename them. */
export async function unpackChromium(folder) {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into TMPDIR, and its libraries only where it finds AWS Lambda. Its launch arguments are not used: they
    // switch web security off, and tests of CORS would pass falsely.
    const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    await rename(temporary, folder);
  } catch (error) {
    // Another process was first: its folder is complete, because it was renamed after unpacking.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
