import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../demo/free-port.ts';

export interface Running {
  readonly port: number;
  /** Resident memory in MB; `undefined` where the system does not report it. */
  memory(): number | undefined;
  /** Processor time so far in ms, which other programs change less than the clock; `undefined` where the system does not report it. */
  processorMs(): number | undefined;
  end(): Promise<void>;
}

/** Runs a file with tsx and waits until it prints its port. */
export async function run(
  file: string,
  words: string[],
  variables: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...words], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThis(child);
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /^(?:Listening: |Loyalty proxy: http:\/\/127\.0\.0\.1:)(\d+)/m.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    port,
    memory: () => memoryOf(child),
    processorMs: () => processorMsOf(child),
    end: () => end(child),
  };
}

/** Forwards `/v3/…` to the service itself, with its token, as nginx alone would. */
const TO_SERVICE = `location /v3/ { proxy_pass http://upstreams/api/v3/; proxy_set_header Authorization "Bearer bench-token";`;
/** Passes everything on to instances of the proxy. */
const TO_PROXY = 'location / { proxy_pass http://upstreams;';

/** nginx as one process, whose time can be read, with persistent connections, in front of the service or of instances of the proxy, where it is installed. */
export async function runNginx(
  target: 'service' | 'proxy',
  ports: readonly number[],
): Promise<Running | undefined> {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'loyalty-bench-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log off; ${temporary.join(' ')} keepalive_requests 1000000;
  upstream upstreams { ${ports.map((one) => `server 127.0.0.1:${one};`).join(' ')} keepalive 64; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${port};
    ${target === 'service' ? TO_SERVICE : TO_PROXY} proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  endWithThis(child);
  for (let tries = 0; tries < 100 && !existsSync(join(folder, 'pid')); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    memory: () => memoryOf(child),
    processorMs: () => processorMsOf(child),
    async end() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A Redis without files, where it is installed. */
export async function runRedis(): Promise<(Running & { readonly url: string }) | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithThis(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    memory: () => memoryOf(child),
    processorMs: () => processorMsOf(child),
    end: () => end(child),
  };
}

const children: ChildProcess[] = [];
process.once('exit', () => children.forEach((child) => child.kill('SIGTERM')));

/** A measurement that fails leaves no server behind. */
function endWithThis(child: ChildProcess): void {
  children.push(child);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function memoryOf({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024;
}

/** The kernel counts in hundredths of a second, of all threads. */
function processorMsOf({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
