#!/usr/bin/env node
/// <reference types="node" />
import { existsSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { runDoctor } from './command.ts';

// A tenant file may be in a folder where the package is not installed, as with npx: its import is that of this package.
const TENANT = 'loyalty-elements/tenant';
const resolve = `export const resolve = (name, context, next) =>
  name === '${TENANT}' ? { url: '${import.meta.resolve(TENANT)}', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);

const code = await runDoctor(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  fetch: (url, init) => fetch(url, init),
  pause: (ms) => pause(ms),
  write: (file, text, replace) => {
    if (!replace && existsSync(file)) return false;
    writeFileSync(file, text);
    return true;
  },
});
// A wait for the service may still be running. What was written to a pipe is sent first.
process.stdout.write('', () => process.exit(code));
