import type { ExecutionContext } from 'hono';
import { createProxy, type Proxy } from './app.ts';
import type { LogEntry } from './log.ts';
import { completeSettingsFrom, type Environment } from './settings/environment.ts';
import type { ProxySettings } from './settings/settings.ts';

/** The default export that an edge runtime expects of a module. */
export interface EdgeHandler<Bindings extends object> {
  fetch(request: Request, bindings: Bindings, execution?: unknown): Promise<Response>;
}

/**
 * A handler for edge runtimes: `export default edgeProxy(…)`. Its settings come from the text bindings (the same names as the
 * variables on Node), and from `more`, which may create a shared `storage` or another `directory` from the other bindings.
 */
export function edgeProxy<Bindings extends object = Environment>(
  more: (bindings: Bindings) => Partial<ProxySettings> = () => ({}),
): EdgeHandler<Bindings> {
  let proxy: Proxy | undefined;
  return {
    async fetch(request, bindings, execution) {
      proxy ??= createProxy({
        stateless: true,
        log: writeLog,
        ...completeSettingsFrom(bindings as Environment, more(bindings)),
      });
      return proxy.fetch(request, bindings, execution as ExecutionContext);
    },
  };
}

/** Edge runtimes collect the output of the console. */
const writeLog = ({ level, ...entry }: LogEntry): void => console[level](JSON.stringify(entry));
