import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { moduleEntries, run, write } from './consumer.ts';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const SERVER = /client|signature|proxy/;

/** Code of a page that uses the package. */
const PAGE = `
import { LoyaltyBalance, LoyaltyError, setMessages, type LoyaltyErrorCode } from 'loyalty-elements';
import 'loyalty-elements/loyalty-rewards.js';

const balance: LoyaltyBalance | null = document.querySelector('loyalty-balance');
export const points: number | undefined = balance?.points;
document.querySelector('loyalty-provider')?.setCustomer({ customerId: '1001', signature: 'f'.repeat(64) });
document.addEventListener('loyalty-error', ({ detail }) => {
  const code: LoyaltyErrorCode = detail.error.code;
  console.log(code, detail.error instanceof LoyaltyError);
});
setMessages({ Claim: 'Einlösen' });
// @ts-expect-error -- points are a number
export const word: string = balance!.points;
`;

/** Code of a server that uses the package. */
const SERVER_CODE = `
import { createClient, filter, profileRedemptions } from 'loyalty-elements/client';
import { createProxy, memoryDirectory, type ProxySettings } from 'loyalty-elements/proxy';
import { edgeProxy } from 'loyalty-elements/proxy/edge';
import { serveProxy } from 'loyalty-elements/proxy/node';
import { signCustomerId } from 'loyalty-elements/signature';

export const signature: string = signCustomerId('1001', 'secret');
const client = createClient({ baseUrl: 'https://api.acme.example.com/api', token: 't' });
export async function total(): Promise<number> {
  let sum = 0;
  const query = filter({ type: 'credit', created_at: { gte: '2026-01-01' } });
  for await (const redemption of client.all(profileRedemptions, { profile: 'p1', query })) sum += Number(redemption.total);
  return sum;
}
export const start = (settings: ProxySettings) => [createProxy(settings), serveProxy(settings), edgeProxy(), memoryDirectory([])];
// @ts-expect-error -- the path needs a profile
void client.call(profileRedemptions, {});
`;

const everyEntry = (entries: typeof moduleEntries) =>
  entries
    .map(({ specifier }, index) => `import * as entry${index} from '${specifier}';\nvoid entry${index};`)
    .join('\n');

/** The declaration files are checked once: both resolutions use the same ones. */
const resolutions = [
  { resolution: 'nodenext', module: 'nodenext', skipLibCheck: false },
  { resolution: 'bundler', module: 'esnext', skipLibCheck: true },
];
const projects = [
  { kind: 'page', lib: ['es2022', 'dom', 'dom.iterable'], types: [] as string[], source: PAGE },
  { kind: 'server', lib: ['es2022'], types: ['node'], source: SERVER_CODE },
];

describe('types of the installed package', () => {
  for (const { resolution, module, skipLibCheck } of resolutions) {
    test.each(projects)(
      `a strict $kind project checks with ${resolution} resolution`,
      async ({ kind, lib, types, source }) => {
        const entries = moduleEntries.filter(
          ({ specifier }) => SERVER.test(specifier) === (kind === 'server'),
        );
        const name = `${kind}-${resolution}`;
        await write(`${name}.mts`, `${everyEntry(entries)}\n${source}`);
        const config = await write(
          `tsconfig.${name}.json`,
          JSON.stringify({
            compilerOptions: {
              strict: true,
              noEmit: true,
              target: 'es2022',
              exactOptionalPropertyTypes: true,
              module,
              moduleResolution: resolution,
              lib,
              types,
              skipLibCheck,
            },
            files: [`${name}.mts`],
          }),
        );
        const { code, stdout } = await run(process.execPath, [TSC, '-p', config]);
        expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      },
    );
  }
});
