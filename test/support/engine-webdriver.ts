import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect } from 'vitest';
import { freePort } from '../../demo/free-port.ts';
import { findControl, type Control, type Engine, type Tab, type Visitor } from './engine-tab.ts';
import { untilFound } from './until-found.ts';

/** Key of an element in the answers of WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

interface Programs {
  readonly driver: string;
  readonly browser: string;
}

/** WebKitGTK over WebDriver, on a screen in memory. Its automated windows are all private. */
export async function webDriverEngine(programs: Programs): Promise<Engine> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(createInterface(screen.stdio[3] as Readable), 'line')) as [string];
  return {
    visitor: () => startVisitor(programs, `:${display}`),
    close: () => stop(screen),
  };
}

/** A driver has one session at a time, so each visitor has one. */
async function startVisitor({ driver, browser }: Programs, display: string): Promise<Visitor> {
  const port = await freePort();
  const running = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    // Without a system bus, the sandbox of the web process does not start.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const base = `http://127.0.0.1:${port}`;
  await expect.poll(() => send(base, 'GET', '/status')).toHaveProperty('ready', true);
  const { sessionId } = await send<{ sessionId: string }>(base, 'POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  });
  const session = `${base}/session/${sessionId}`;
  const first = await send<string>(session, 'GET', '/window');
  await send(session, 'POST', '/window/rect', { width: 1280, height: 1000 });
  let tabs = 0;
  return {
    async tab(address) {
      const window = tabs++
        ? (await send<{ handle: string }>(session, 'POST', '/window/new', { type: 'tab' })).handle
        : first;
      const tab = tabOf(session, window);
      await tab.open(address);
      return tab;
    },
    async close() {
      await send(session, 'DELETE', '');
      await stop(running);
    },
  };
}

function tabOf(session: string, window: string): Tab {
  const command = async <Value>(path: string, body: object): Promise<Value> => {
    await send(session, 'POST', '/window', { handle: window });
    return send<Value>(session, 'POST', path, body);
  };
  // `undefined` is no JSON, and a script of WebDriver is the body of a function.
  const execute = <Value>(script: unknown, values: readonly unknown[]) =>
    command<Value>('/execute/sync', { script: `return (${String(script)})(...arguments)`, args: values });
  const find = (control: Control) =>
    untilFound(control, async () => {
      const element = await execute<Record<string, string> | null>(findControl, [control]);
      return element && `/element/${element[ELEMENT]}`;
    });
  return {
    open: (address) => command('/url', { url: address }),
    run: async (script, ...values) => (await execute<never>(script, values)) ?? (undefined as never),
    press: async (control) => command(`${await find(control)}/click`, {}),
    async type(control, text) {
      const field = await find(control);
      await command(`${field}/clear`, {});
      await command(`${field}/value`, { text });
    },
  };
}

/** @throws Error with the message of the driver */
async function send<Value>(base: string, method: string, path: string, body?: object): Promise<Value> {
  const reply = await fetch(base + path, { method, body: body ? JSON.stringify(body) : null });
  const { value } = (await reply.json()) as { value: Value & { error?: string; message?: string } };
  if (!reply.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}

async function stop(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  running.kill();
  await once(running, 'exit');
}
