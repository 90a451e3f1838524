// `npm run check:advisories`: asks the npm registry for advisories about the packages that ship. Exits with 1 where there is one, and with
// 0 and a message where the registry does not answer. Not part of `npm test`, because the answer changes without a commit.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Reads an answer of `npm audit --json`: lines to print, and the exit code. */
export function judge(stdout) {
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    return { code: 0, lines: ['Skipped: npm audit gave no report.'] };
  }
  if (!report.vulnerabilities) {
    const why = report.message ?? report.error?.summary ?? 'no reason given';
    return { code: 0, lines: [`Skipped: the registry has no advisories to give (${why}).`] };
  }
  const found = Object.values(report.vulnerabilities);
  if (found.length === 0) return { code: 0, lines: ['No advisories about what ships.'] };
  const lines = found.map(({ name, severity, range, via }) => {
    const titles = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`));
    return `${severity}: ${name} ${range}: ${titles.join('; ')}`;
  });
  return { code: 1, lines };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--workspaces=false', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { code, lines } = judge(stdout ?? '');
  console.log(lines.join('\n'));
  process.exit(code);
}
