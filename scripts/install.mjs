// Checks the version of Node, and installs the packages of the lock file unless they are installed. Needs no package itself, so that it
// runs in a fresh clone.
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { start } from './run.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
/** A file that npm was killed while writing counts as missing. */
const readWritten = (file) => {
  try {
    return read(file);
  } catch {
    return {};
  }
};

// An older Node installs for minutes before a package fails with a message that does not name the reason.
const [, oldest] = /^>=(\d+\.\d+)/.exec(read('package.json').engines?.node ?? '') ?? [];
const isOlder = (version, than) => {
  const [[major, minor], [wantedMajor, wantedMinor]] = [version, than].map((one) =>
    one.split('.').map(Number),
  );
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
};
if (oldest && isOlder(process.versions.node, oldest)) {
  console.error(
    `This project needs Node ${oldest} or newer, and this is Node ${process.versions.node}: install a newer one.`,
  );
  process.exit(1);
}

// npm writes this file at the end of each installation. `npm install --package-lock-only` writes it, too, so the packages are checked.
const { packages: installed = {} } = readWritten('node_modules/.package-lock.json');
const isInstalled = ([path, wanted]) =>
  path in installed
    ? isDeepStrictEqual(installed[path], wanted) &&
      existsSync(path) &&
      (wanted.link || readWritten(`${path}/package.json`).version === wanted.version)
    : path === '' || wanted.optional; // '' is the project itself; optional packages of other platforms are never installed

/** What to do, by what npm prints. */
const ADVICE = [
  [/\bENOSPC\b/, 'The disk is full: free about 1 GB here'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'npm may not write here: own this folder, or clone to another one'],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/,
    'Check the network and the registry of npm',
  ],
];

/** Installs, and returns the exit status and the errors, which are shown as they come. */
function install() {
  return new Promise((resolve, reject) => {
    const child = start('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
      stdio: ['inherit', 'inherit', 'pipe'],
      // Tests use the browser of a package: see scripts/browser.mjs.
      env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      errors += chunk;
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status: status ?? 1, errors }));
  });
}

if (!Object.entries(read('package-lock.json').packages).every(isInstalled)) {
  console.log('Installing packages (once)…');
  const { status, errors } = await install();
  if (status !== 0) {
    const [, advice] = ADVICE.find(([cause]) => cause.test(errors)) ?? [];
    console.error(
      `npm ci failed: see above. ${advice ? `${advice}, then run` : 'Then run'} the same command again.`,
    );
    process.exit(status);
  }
}
