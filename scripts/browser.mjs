// Which Chromium the tests drive: CHROME_PATH, else one that is installed, else the one an npm package carries (no root, no apt).
import { existsSync } from 'node:fs';

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

  // Makes the package unpack the libraries it needs, so that a bare machine will do.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  // Not the package's own arguments: they switch web security off, and tests of CORS would pass falsely.
  return {
    executablePath: await packed.executablePath(),
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
