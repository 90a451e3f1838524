import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../demo/free-port.ts';

/** Where Debian's package has it. */
const SOURCE = '/usr/share/wordpress';
const START_DEADLINE_MS = 120_000;

export const ADMIN = { name: 'admin', password: 'an-admin-of-a-test' };
export const MEMBER = { name: 'ann', password: 'a-member-of-a-test', id: 1002 };

/** What is missing on this machine to run WordPress; `undefined` where nothing is. */
export function missingForWordPress(): string | undefined {
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' });
  if (modules.status !== 0) return 'php-cli';
  if (!/^mysqli$/m.test(modules.stdout)) return 'php-mysql';
  if (!existsSync(`${SOURCE}/wp-settings.php`)) return 'wordpress';
  const database = ['mariadbd', 'mariadb-install-db'].find((name) => !commandOf(name));
  return database && `mariadb-server (${database})`;
}

/** Debian has servers in a folder that is not on everybody's path. */
const commandOf = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find(existsSync);

export interface OpenWordPress {
  readonly url: string;
  /** Runs PHP inside WordPress, and returns what it prints. */
  run(code: string): string;
  /** What PHP has reported: warnings, notices and errors. */
  problems(): string[];
  close(): Promise<void>;
}

/**
 * Installs WordPress with a database of its own in a temporary folder, with these folders as plugins of these names. The database has a
 * socket and no port; both processes are ended with their groups.
 */
export async function openWordPress(plugins: Readonly<Record<string, string>>): Promise<OpenWordPress> {
  const folder = mkdtempSync(join(tmpdir(), 'wordpress-'));
  const site = join(folder, 'site');
  const socket = join(folder, 'db.sock');
  const started: ChildProcess[] = [];
  const close = async () => {
    for (const child of started) {
      if (child.exitCode !== null) continue;
      process.kill(-child.pid!, 'SIGTERM'); // the group: PHP's server would leave its workers behind
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async (command: string, args: readonly string[], ready: RegExp, env = {}) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    started.push(child);
    return outputUntil(child, ready);
  };
  try {
    cpSync(SOURCE, site, { recursive: true, dereference: true });
    for (const [name, plugin] of Object.entries(plugins))
      cpSync(plugin, join(site, 'wp-content/plugins', name), { recursive: true });
    writeTheme(join(site, 'wp-content/themes/bare'));
    const { username } = userInfo();
    const data = join(folder, 'data');
    runOrThrow(commandOf('mariadb-install-db')!, [
      '--no-defaults',
      `--datadir=${data}`,
      `--user=${username}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
    await start(
      commandOf('mariadbd')!,
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${socket}`,
        `--user=${username}`,
        '--skip-networking',
        '--innodb-buffer-pool-size=32M',
      ],
      /ready for connections/,
    );
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(join(site, 'wp-config.php'), configOf({ url, socket }));
    const run = (code: string): string =>
      runOrThrow('php', ['-d', 'display_errors=stderr', '-r', code], site, {
        HTTP_HOST: `127.0.0.1:${port}`,
      });
    run(INSTALL);
    const server = await start(
      'php',
      [
        ...['-d', 'display_errors=0', '-d', 'log_errors=1', '-d', 'error_reporting=-1'],
        ...['-S', `127.0.0.1:${port}`, '-t', site],
      ],
      /Development Server .* started/,
      { PHP_CLI_SERVER_WORKERS: '4' },
    );
    return {
      url,
      run: (code) => run(`require 'wp-load.php'; ${code}`),
      problems: () =>
        server().match(/PHP (?:Warning|Notice|Deprecated|Fatal error|Parse error)[^\n]*/g) ?? [],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const configOf = ({ url, socket }: { readonly url: string; readonly socket: string }): string => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('AUTH_KEY', 'keys of a test');
define('WP_HOME', '${url}');
define('WP_SITEURL', '${url}');
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** Makes database, tables, an administrator and a member, whose id is one of the sample shop. */
const INSTALL = `
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
preg_match("/'localhost:(.*?)'/", file_get_contents('wp-config.php'), $found);
(new mysqli('localhost', 'root', '', '', 0, $found[1]))->query('CREATE DATABASE wordpress');
define('WP_INSTALLING', true);
// The mail to the administrator.
function wp_new_blog_notification() {}
require 'wp-load.php';
require_once 'wp-admin/includes/upgrade.php';
wp_install('Shop', '${ADMIN.name}', 'admin@example.com', false, '', '${ADMIN.password}');
switch_theme('bare');
global $wpdb;
$wpdb->query('ALTER TABLE ' . $wpdb->users . ' AUTO_INCREMENT = ${MEMBER.id}');
wp_insert_user(array('user_login' => '${MEMBER.name}', 'user_pass' => '${MEMBER.password}', 'role' => 'subscriber'));
`;

/** Debian's package has no theme. */
function writeTheme(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'style.css'), '/* Theme Name: Bare */');
  writeFileSync(
    join(folder, 'index.php'),
    `<!doctype html><html <?php language_attributes(); ?>><head><meta charset="utf-8"><?php wp_head(); ?></head>
<body><?php while (have_posts()) { the_post(); the_content(); } wp_footer(); ?></body></html>`,
  );
}

function runOrThrow(command: string, args: readonly string[], cwd?: string, env = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}.\n${stdout}\n${stderr}`);
  return stdout;
}

/** Waits for a line on stderr, and returns a function that gives all of it so far. */
async function outputUntil(child: ChildProcess, ready: RegExp): Promise<() => string> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready: ${output}`)), START_DEADLINE_MS);
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (ready.test(output)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
    child.once('error', reject);
    child.once('exit', () => clearTimeout(timer));
  });
  return () => output;
}
