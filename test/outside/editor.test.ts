import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder, packageFolder, write } from './consumer.ts';

const PAGE = `
import { LoyaltyBalance, LoyaltyError } from 'loyalty-elements';
import { createClient, profileRedemptions } from 'loyalty-elements/client';
import type { ProxySettings } from 'loyalty-elements/proxy';
import { signCustomerId } from 'loyalty-elements/signature';

const provider = document.querySelector('loyalty-provider')!;
void provider.signIn('ann@example.com', 'a password');
export const points = (balance: LoyaltyBalance): number | undefined => balance.points;
export const named = (settings: ProxySettings): string => settings.platform;
`;

/** A name in the page, the declaration file that go-to-definition opens for it, and the comment above the declaration. */
const NAMES = [
  [
    'LoyaltyBalance',
    'components/balance/loyalty-balance',
    /@csspart value - The number\.[^]*@fires loyalty-error/,
  ],
  ['points;', 'components/balance/loyalty-balance', /Points that can be spent now/],
  ['signIn', 'components/provider/loyalty-provider', /Rejects with a `LoyaltyError`/],
  ['LoyaltyError', 'services/transport/errors', /The only type of error/],
  ['profileRedemptions', 'services/contract/endpoints/incentives/redemptions', /`GET \/v3\/profiles\//],
  ['createClient', 'client/client', /@throws LoyaltyError/],
  ['signCustomerId', 'proxy/signature', /@param customerId [^]*@returns/],
  ['platform;', 'proxy/settings/settings', /\w/],
] as const;

let service: ts.LanguageService;
let page = '';

beforeAll(async () => {
  page = await write('editor.ts', PAGE);
  service = ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.dom.d.ts', 'lib.es2022.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
    }),
    getScriptFileNames: () => [page],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
});

describe('an editor', () => {
  it.each(NAMES)(
    'goes from `%s` to its declaration in %s.d.ts, with its whole comment',
    (name, file, comment) => {
      const [definition] = service.getDefinitionAtPosition(page, PAGE.lastIndexOf(name))!;
      expect(path.relative(path.join(packageFolder, 'dist/types'), definition!.fileName)).toBe(
        `${file}.d.ts`,
      );
      const declaration = readFileSync(definition!.fileName, 'utf8').slice(0, definition!.contextSpan!.start);
      expect(/\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(declaration)?.[0]).toMatch(comment);
    },
  );
});
