#!/usr/bin/env node
/// <reference types="node" />
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { registerTenantModule } from '../proxy/settings/load-tenant-file.ts';
import { runDoctor } from './command.ts';

registerTenantModule();

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
