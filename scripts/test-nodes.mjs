// `npm run test:nodes`: the Node-side tests with each supported major version of Node except the oldest, with which `npm test` runs.
// `-- 24` runs one version, `-- 24 test/proxy` some of the tests. Each Node comes from the package registry.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const VERSIONS = ['22', '24', '26'];
const SUITES = ['services', 'client', 'proxy', 'demo'].map((name) => `test/${name}`);

const words = process.argv.slice(2);
const chosen = words.filter((word) => VERSIONS.includes(word));
const paths = words.filter((word) => !VERSIONS.includes(word));

/** Installs the newest Node of a major version and returns its program. */
function install(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = resolve('.cache/nodes', version);
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${name}@${version} could not be installed: see above.`);
  return join(folder, 'node_modules', name, 'bin/node');
}

function test(version) {
  const node = install(version);
  const folder = mkdtempSync(join(tmpdir(), 'test-nodes-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const suites = paths.length ? paths : SUITES;
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...suites, ...reporters], {
    stdio: 'inherit',
    // Programs that tests start run in the same Node.
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  });
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const { numPassedTests, numFailedTests, startTime } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  const seconds = Math.round((Date.now() - startTime) / 1_000);
  return {
    passed: status === 0,
    line: `Node ${stdout.trim()}: ${numPassedTests} tests passed, ${numFailedTests} failed, in ${seconds} s`,
  };
}

const results = (chosen.length ? chosen : VERSIONS).map(test);
console.log(`\n${results.map(({ line }) => line).join('\n')}`);
const failed = results.filter(({ passed }) => !passed).length;
console.log(`\n${results.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
