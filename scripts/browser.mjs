// Which Chromium the tests drive: CHROME_PATH, else one that is installed, else the one an npm package carries (no root, no apt).
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launch options that puppeteer and playwright both understand. */
export async function chromium() {
  const { CHROME_PATH, PACKED_CHROMIUM } = process.env;
  if (CHROME_PATH && !existsSync(CHROME_PATH))
    throw new Error(`CHROME_PATH is ${CHROME_PATH}, where no browser is.`);
  const installed = PACKED_CHROMIUM
    ? undefined
    : [CHROME_PATH, ...INSTALLED].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: ['--headless', ...ARGUMENTS] };

  const executablePath = await unpack();
  return {
    executablePath,
    args: [
      '--headless',
      ...ARGUMENTS,
      '--no-zygote',
      '--disable-setuid-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
    ],
  };
}

/**
 * Unpacks the browser of the npm package, once for each user: the package's own place is one for all users of a machine.
 * Its own arguments are not used: they switch web security off, and tests of CORS would pass falsely.
 */
async function unpack() {
  const { TMPDIR } = process.env;
  const folder = join(tmpdir(), `loyalty-elements-browser-${process.getuid?.() ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = folder;
  // Makes the package unpack the libraries it needs, so that a bare machine will do.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
