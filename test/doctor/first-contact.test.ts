import { afterEach, describe, expect, it } from 'vitest';
import { run } from './support/run.ts';
import { serve, type Server } from './support/servers.ts';

const TOKEN = 'canary-token-4711';
let server: Server | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const examine = (address: string) => run(['--base-url', address, '--token', TOKEN, '--profile', 'p-1']);

describe('the doctor at an address without a service', () => {
  it('says that nothing listens there', async () => {
    const gone = await serve('text/plain', '');
    await gone.stop();
    const { code, out, error } = await examine(`${gone.address}/api`);
    expect([code, out]).toEqual([1, '']);
    expect(error).toBe(
      `There is no answer from the service at ${gone.address}/api: nothing listens there. Check --base-url, and that the service runs.\n`,
    );
  });

  it.each([200, 404])('says that a website with status %d is none', async (status) => {
    server = await serve('text/html', '<!doctype html><title>Shop</title>', status);
    const { code, error } = await examine(server.address);
    expect(code).toBe(1);
    expect(error).toBe(
      `At ${server.address} is a website, which answers with HTML pages: no loyalty service. Set --base-url to the address of the API; it usually ends with /api.\n`,
    );
    expect(server.paths.length).toBeLessThanOrEqual(3);
  });

  it('says that a service of another kind has none of the addresses', async () => {
    server = await serve('application/json', '{"error":"not found"}', 404);
    const { code, error } = await examine(`${server.address}/api`);
    expect(code).toBe(1);
    expect(error).toMatch(
      /^The service at \S+ answers, and has none of the addresses of the interface \(status 404\)/,
    );
  });

  it('says that the token is refused', async () => {
    server = await serve('application/json', '{"message":"Unauthenticated."}', 401);
    const { error } = await examine(server.address);
    expect(error).toMatch(/refuses the token \(status 401: Unauthenticated\.\)\. Set --token/);
    expect(error).not.toContain(TOKEN);
  });
});

describe('the options of the doctor', () => {
  const address = ['--base-url', 'https://api.example.com/api'];
  it.each<[string[], RegExp]>([
    [[...address], /^Set --token .* or --platform, --customer-id and --secret-env/],
    [['--token', 'a', '--profile', 'b'], /^Set --base-url/],
    [['--base-url', 'https://api.example.com:8443/api', '--token', 'a', '--profile', 'b'], /has a port/],
    [['--base-url', 'http://api.example.com/api', '--token', 'a', '--profile', 'b'], /https only/],
    [[...address, '--token', 'canary token', '--profile', 'b'], /^--token cannot be sent in a header/],
    [[...address, '--token=canary', '--what', 'canary'], /^--what is not an option/],
    [[...address, '--secret-env', 'NONE', '--platform', 'p', '--customer-id', '1'], /NONE is not set/],
    [[...address, '--token', 'a', '--profile', 'b', '--tenant', 'none.mjs'], /none\.mjs cannot be read/],
    [[...address, '--token', '--profile', 'b'], /^--token needs a value/],
    [['canary'], /^Every value belongs to an option/],
  ])('are refused with what to change: %j', async (given, message) => {
    const { code, out, error } = await run(given);
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(message);
    expect(error).not.toContain('canary');
  });

  it.each(['-aZ9_c', '--aZ9_c'])('take a token that begins with a dash: %s', async (token) => {
    server = await serve('application/json', '{"message":"Unauthenticated."}', 401);
    const { error } = await run(['--base-url', server.address, '--token', token, '--profile', 'p-1']);
    expect(error).toMatch(/refuses the token/);
  });

  it('are listed by --help', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('--secret-env NAME');
  });
});
