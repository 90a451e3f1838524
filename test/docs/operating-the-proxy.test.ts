import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const FILES = 'platforms/proxy';

describe('docs/guides/operating-the-proxy.md', () => {
  it('lists the variables of loyalty-proxy --help', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/proxy-variables.mjs', '--check'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(read('docs/guides/operating-the-proxy.md')).toContain('| `REDIS_URL`');
  });
});

describe('files of platforms/proxy', () => {
  const { version, bin } = JSON.parse(read('package.json')) as {
    version: string;
    bin: Record<string, string>;
  };
  const program = `node_modules/loyalty-elements/${bin['loyalty-proxy']!.replace('./', '')}`;

  it('start the program of the package, without rights', () => {
    expect(read(`${FILES}/Dockerfile`)).toContain(`CMD ["node", "${program}"]`);
    expect(read(`${FILES}/Dockerfile`)).toMatch(/^USER node$/m);
    expect(read(`${FILES}/loyalty-proxy.service`)).toContain(`ExecStart=/usr/bin/node ${program}`);
    expect(read(`${FILES}/loyalty-proxy.service`)).toMatch(/^DynamicUser=yes$/m);
    expect(read(`${FILES}/compose.yaml`)).toContain(`VERSION: ${version}`);
  });

  it('pass the headers and the path on as the guide of the proxy says', () => {
    const guide = read('docs/guides/proxy.md');
    const lines = [...read(`${FILES}/nginx.conf`).matchAll(/^ +(proxy_set_header .*;)$/gm)].map(
      ([, line]) => line,
    );
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(guide).toContain(line);
    expect(read(`${FILES}/nginx.conf`)).toContain('location /loyalty/ {');
    expect(read(`${FILES}/compose.yaml`)).toContain('LOYALTY_PATH_PREFIX: /loyalty\n');
  });

  it('use variables that the program knows', () => {
    const known = read('docs/guides/operating-the-proxy.md');
    for (const file of ['Dockerfile', 'compose.yaml'])
      for (const [, name] of read(`${FILES}/${file}`).matchAll(/\b((?:LOYALTY|REDIS|PLATFORM)_[A-Z_]+)/g))
        expect(known).toContain(`\`${name}\``);
  });
});
