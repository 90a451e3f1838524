import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readStartOptions, USAGE } from '../../demo/start-options.ts';

describe('options of npm start', () => {
  it('are none by default', () => {
    expect(readStartOptions([], {})).toEqual({
      help: false,
      origins: [],
      profiles: 0,
      proxy: false,
      code: false,
      port: 4000,
      isPortGiven: false,
    });
  });

  it.each([
    ['4100', { port: 4100, isPortGiven: true }],
    ['0', { port: 0, isPortGiven: true }],
    ['', { port: 4000, isPortGiven: false }],
  ])('take the port of PORT=%s', (PORT, expected) => {
    expect(readStartOptions([], { PORT })).toMatchObject(expected);
  });

  it('accept several origins, each once, without the slash that development servers print', () => {
    const words = [
      '--origin',
      'http://localhost:5173/',
      '--origin=https://theme.example',
      '--origin',
      'http://localhost:5173',
    ];
    expect(readStartOptions(words, {}).origins).toEqual(['http://localhost:5173', 'https://theme.example']);
  });

  it.each([
    ['localhost:5173'],
    ['http://localhost:5173/shop'],
    ['http://localhost:5173?x'],
    ['*'],
    ['http://*'],
    ['https://*.example.com'],
    ['ftp://localhost'],
    ['http://user@localhost:5173'],
    ['http://LOCALHOST:5173'],
    ['null'],
    [''],
  ])('refuse %j as an origin', (origin) => {
    expect(() => readStartOptions(['--origin', origin], {})).toThrow(
      `--origin: "${origin}" is not an origin. Write scheme, host and port in small letters, without a path or *`,
    );
  });

  it.each([
    [['--origin'], /^--origin and --profiles need a value/],
    [['--origin', '--proxy'], /^--origin and --profiles need a value/],
    [['--proxy=yes'], /--proxy, --code and --help take none/],
    [['--orign', 'http://localhost'], /^Unknown option '--orign'\.$/],
    [['http://localhost:5173'], /^Unexpected argument 'http:\/\/localhost:5173'\.$/],
    [['--profiles', 'many'], /^--profiles takes a whole number/],
    [['--proxy', '--origin', 'http://theme.test:3000'], /Serve http:\/\/theme\.test:3000 over https/],
  ])('refuse %j', (words, message) => {
    expect(() => readStartOptions(words, {})).toThrow(message);
  });

  it.each(['http', '-1', '70000', '4.5'])('refuse %s as PORT', (PORT) => {
    expect(() => readStartOptions([], { PORT })).toThrow(/^PORT takes a whole number up to 65535/);
  });

  it('end the command with status 2 and the reason when they are wrong, and with 0 and a list for --help', () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'demo/start.ts', ...words], { encoding: 'utf8' });
    const wrong = run('--origin', '*');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(
      /^--origin: "\*" is not an origin\. .*\nAll options: npm start -- --help\n$/,
    );
    const help = run('--help');
    expect([help.status, help.stderr, help.stdout]).toEqual([0, '', `${USAGE}\n`]);
    for (const name of ['--origin', '--proxy', '--profiles', 'PORT', 'DATABASE_URL', 'SHOP_SECRET'])
      expect(USAGE).toContain(name);
  });
});

describe('service without npm start', () => {
  it.each([
    [['--shop-origin', 'localhost:5173'], '', '--shop-origin: "localhost:5173" is not an origin.'],
    [[], 'https://shop.example,https://*.example', 'SHOP_ORIGINS: "https://*.example" is not an origin.'],
  ])('exits with status 2 for invalid origins: %j %j', (words, SHOP_ORIGINS, message) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'demo/service/main.ts', ...words],
      {
        env: { ...process.env, SHOP_ORIGINS },
        encoding: 'utf8',
      },
    );
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
