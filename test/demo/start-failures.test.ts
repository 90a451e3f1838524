import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../demo/free-port.ts';

/** Exit code and output of a command that ends by itself. */
async function runToEnd(file: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output, errors };
}

describe('DATABASE_URL', () => {
  it.each(['demo/start.ts', 'demo/service/main.ts'])(
    'at which no database answers ends %s with one line that names it',
    async (file) => {
      const address = `127.0.0.1:${await freePort()}`;
      const { status, output, errors } = await runToEnd(file, {
        DATABASE_URL: `postgres://ada:pass-word@${address}/shop`,
      });
      expect([status, output]).toEqual([1, '']);
      expect(errors).toMatch(/^.*DATABASE_URL: no PostgreSQL answers at .*\n$/);
      expect(errors).toContain(address);
      expect(errors).not.toContain('pass-word');
    },
  );

  it('that is no address of a database ends npm start with one line', async () => {
    const { status, output, errors } = await runToEnd('demo/start.ts', { DATABASE_URL: 'localhost:5432' });
    expect([status, output]).toEqual([1, '']);
    expect(errors).toMatch(/^DATABASE_URL is not the address of a PostgreSQL database, such as .*\n$/);
  });
});

describe('PORT', () => {
  it('that another program uses ends npm start with one line, and no other port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, output, errors } = await runToEnd('demo/start.ts', { PORT: String(port) });
    other.close();
    expect([status, output]).toEqual([1, '']);
    expect(errors).toMatch(
      new RegExp(`^PORT: another program uses port ${port} of 127\\.0\\.0\\.1\\. Stop it, or .*\n$`),
    );
  });
});
