/// <reference types="node" />
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TenantFile } from '../../services/transport/tenant/tenant-file.ts';

const TENANT = 'loyalty-elements/tenant';

/**
 * Lets tenant files import `loyalty-elements/tenant` from this package. A command calls it before it loads one: the file may be in a folder
 * where the package is not installed, as with npx.
 */
export function registerTenantModule(): void {
  const hook = `export const resolve = (name, context, next) =>
  name === '${TENANT}' ? { url: '${import.meta.resolve(TENANT)}', shortCircuit: true } : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

/** The default export of a module: the tenant file of the page, the client and the proxy is the same. @throws Error that says why not */
export async function loadTenantFile(path: string): Promise<TenantFile> {
  const module = (await import(pathToFileURL(resolve(path)).href).catch((error: Error) => {
    throw new Error(`${path} cannot be loaded: ${error.message}`);
  })) as { default?: TenantFile };
  if (!module.default) throw new Error(`${path} has no default export: export default defineTenant({ … }).`);
  return module.default;
}
