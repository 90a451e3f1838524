import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startProcess } from './start-process.ts';

const BUSYBOX = '/bin/busybox';

/** The first thing that this machine lacks to build and run an image without Docker; `undefined` where it has all. */
export function missingForImages(): string | undefined {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah';
  if (!existsSync(BUSYBOX) || run('ldd', [BUSYBOX], { allowFailure: true }).includes('=>'))
    return 'busybox-static';
  return process.getuid?.() === 0 ? undefined : 'root';
}

export interface ProxyImage {
  /** What the image says of itself. */
  readonly config: {
    readonly User: string;
    readonly Cmd: readonly string[];
    readonly Env: readonly string[];
    readonly WorkingDir: string;
  };
  /** Runs a command in a container, and returns what it prints. */
  run(...command: string[]): string;
  /** Starts the command of the image with these variables. Resolves when it prints that it listens. */
  start(variables: Readonly<Record<string, string>>): Promise<RunningContainer>;
  close(): void;
}

export interface RunningContainer {
  readonly url: string;
  /** The user whose rights the process has. */
  readonly user: number;
  /** Sends SIGTERM to the process, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Builds `platforms/proxy/Dockerfile` with this version of the package. Its base image has this machine's Node and npm with BusyBox, under the
 * name of the real one; a registry on loopback has the packed package and passes on requests for others. Containers are isolated by
 * chroot, and use the network of the machine.
 */
export async function buildProxyImage(): Promise<ProxyImage> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-image-'));
  const storage = [
    '--storage-driver',
    'vfs',
    '--root',
    join(folder, 'root'),
    '--runroot',
    join(folder, 'run'),
  ];
  const buildah = (...words: string[]) => run('buildah', [...storage, ...words]).trim();
  const close = () => {
    buildah('umount', '--all');
    rmSync(folder, { recursive: true, force: true });
  };
  const registry = await startRegistry(folder);
  try {
    const base = buildah('from', 'scratch');
    buildah('add', '--quiet', base, baseFiles(join(folder, 'base')), '/');
    buildah(
      'config',
      '--env',
      `npm_config_registry=${registry.url}`,
      '--env',
      'PATH=/usr/local/bin:/bin',
      base,
    );
    buildah('commit', '--quiet', base, `docker.io/library/${baseName()}`);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    // Without blocking: the registry is in this process.
    await finished('buildah', [
      ...storage,
      ...['bud', '--isolation', 'chroot', '--pull-never', '--build-arg', `VERSION=${version}`],
      ...['--tag', 'loyalty-proxy', 'platforms/proxy'],
    ]);
  } finally {
    registry.server.close();
  }
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', 'loyalty-proxy')) as {
    OCIv1: { config: ProxyImage['config'] };
  };
  const container = buildah('from', '--pull-never', 'loyalty-proxy');
  const inContainer = (variables: Readonly<Record<string, string>>, command: readonly string[]) => [
    ...storage,
    ...['run', '--isolation', 'chroot'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[container, '--', ...command],
  ];
  return {
    config: OCIv1.config,
    run: (...command) => run('buildah', inContainer({}, command)),
    async start(variables) {
      const started = await startProcess(inContainer(variables, OCIv1.config.Cmd), {
        program: 'buildah',
        env: process.env,
        ready: /^Loyalty proxy: (\S+)$/m,
      });
      const pid = lastDescendant(started.pid!);
      return {
        url: started.ready,
        user: Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
        stop() {
          process.kill(pid, 'SIGTERM');
          return started.ended;
        },
      };
    },
    close,
  };
}

/** The name in the first line that begins with FROM. */
const baseName = (): string => /^FROM (\S+)$/m.exec(readFileSync('platforms/proxy/Dockerfile', 'utf8'))![1]!;

/** The files of the base image: a shell and its programs, Node with its libraries, npm, and a user without rights. */
function baseFiles(folder: string): string {
  const copy = (from: string, to = from) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true, dereference: true });
  };
  for (const name of ['proc', 'sys', 'dev', 'tmp', 'root', 'home/node'])
    mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, 'tmp'), 0o1777);
  copy(BUSYBOX);
  for (const name of run(BUSYBOX, ['--list']).split('\n'))
    if (name && name !== 'busybox') symlinkSync('busybox', join(folder, 'bin', name));
  copy(process.execPath, '/usr/local/bin/node');
  for (const [library] of run('ldd', [process.execPath]).matchAll(/\/\S+/g)) copy(library);
  copy(join(run('npm', ['root', '--global']).trim(), 'npm'), '/usr/local/lib/npm');
  symlinkSync('../lib/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  mkdirSync(join(folder, 'usr/bin'));
  symlinkSync('/bin/env', join(folder, 'usr/bin/env'));
  mkdirSync(join(folder, 'etc'));
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  return folder;
}

/** A registry that has the package as `npm publish` would send it, and passes requests for others on to the registry of this machine. */
async function startRegistry(folder: string): Promise<{ readonly url: string; readonly server: Server }> {
  const upstream = run('npm', ['config', 'get', 'registry']).trim();
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error']);
  const tarball = readFileSync(
    join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
    ),
  );
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  let url = '';
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url === '/own.tgz') return response.end(tarball);
      if (request.url === `/${manifest.name}`) {
        const own = { ...manifest, dist: { tarball: `${url}own.tgz`, integrity } };
        const record = {
          name: manifest.name,
          'dist-tags': { latest: manifest.version },
          versions: { [manifest.version]: own },
        };
        return response.end(JSON.stringify(record));
      }
      const { accept = '*/*' } = request.headers;
      const passed = await fetch(new URL(request.url!, upstream), { headers: { accept } });
      response.statusCode = passed.status;
      const body = Buffer.from(await passed.arrayBuffer());
      return response.end(request.url!.endsWith('.tgz') ? body : body.toString().replaceAll(upstream, url));
    };
    answer().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, server };
}

/** The process at the end of a chain: buildah starts it through helpers. */
function lastDescendant(pid: number): number {
  const child = run('ps', ['-o', 'pid=', '--ppid', String(pid)], { allowFailure: true }).trim();
  return child ? lastDescendant(Number(child.split('\n').at(-1))) : pid;
}

function run(command: string, words: readonly string[], { allowFailure = false } = {}): string {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0 && !allowFailure)
    throw new Error(`${command} ${words.join(' ')} ended with ${status}.\n${stdout}\n${stderr}`);
  return stdout;
}

async function finished(command: string, words: readonly string[]): Promise<void> {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}.\n${output}`);
}
