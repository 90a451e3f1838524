import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { exampleWith } from '../docs/support/examples.ts';
import {
  phpMain,
  PROJECT_FILES,
  SIGNATURE_LANGUAGES,
  type SignatureLanguage,
} from '../support/signature-languages.ts';

interface Vector {
  readonly customerId: string;
  readonly secret: string;
  readonly signedAt?: number;
  readonly signature: string;
}

const FOLDER = 'platforms/signatures';
const vectors = JSON.parse(readFileSync(`${FOLDER}/vectors.json`, 'utf8')) as readonly Vector[];
const isThere = (command: string): boolean => spawnSync('which', [command]).status === 0;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const lines = vectors
  .map(({ customerId, secret, signedAt }) => [base64(customerId), base64(secret), signedAt ?? '-'].join(' '))
  .join('\n');

/** Runs the file of a language in a folder of its own, and returns the signatures of the vectors. */
function signaturesBy({ name, file, main, commands }: Omit<SignatureLanguage, 'needs'>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
  try {
    copyFileSync(resolve(FOLDER, file), join(folder, basename(file)));
    const texts = { [main.file]: main.source, ...PROJECT_FILES[name] };
    for (const [path, source] of Object.entries(texts)) writeFileSync(join(folder, path), source);
    let output = '';
    for (const [command = '', ...args] of commands) {
      const ended = spawnSync(command, args, { cwd: folder, input: `${lines}\n`, encoding: 'utf8' });
      expect([command, ended.status, ended.stderr]).toEqual([command, 0, '']);
      output = ended.stdout;
    }
    return output.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('signature code', () => {
  it('has vectors that signCustomerId of the package gives', () => {
    for (const { customerId, secret, signedAt, signature } of vectors) {
      const time = signedAt === undefined ? undefined : new Date(signedAt * 1_000);
      expect(signCustomerId(customerId, secret, { signedAt: time })).toBe(signature);
    }
  });

  for (const language of SIGNATURE_LANGUAGES) {
    const missing = language.needs.find((command) => !isThere(command));
    const title = `of ${language.name} gives the signatures of the vectors`;
    it.skipIf(missing)(missing ? `${title}: skipped without ${missing}` : title, () => {
      expect(signaturesBy(language)).toEqual(vectors.map(({ signature }) => signature));
    });
  }

  it.skipIf(!isThere('php'))('of the WordPress plugin gives the signatures of the vectors', () => {
    const file = '../wordpress/loyalty-elements/includes/signature.php';
    const source = phpMain('signature.php', 'LoyaltyElements\\sign_customer_id');
    const main = { file: 'main.php', source };
    expect(signaturesBy({ name: 'PHP', file, main, commands: [['php', 'main.php']] })).toEqual(
      vectors.map(({ signature }) => signature),
    );
  });
});

describe('guides of platforms', () => {
  const isSkipped = !isThere('php');
  const title = 'have PHP without syntax errors';
  it.skipIf(isSkipped)(isSkipped ? `${title}: skipped without php` : title, () => {
    for (const name of ['magento', 'prestashop', 'shopware']) {
      const code = exampleWith(`docs/guides/${name}.md`, '<?php');
      const { status, stdout } = spawnSync('php', ['-l'], { input: code, encoding: 'utf8' });
      expect([name, status, stdout]).toEqual([name, 0, expect.stringContaining('No syntax errors')]);
      expect(code).toContain('sign_customer_id($id, $secret, $signedAt)');
    }
  });

  it('have an address that is answered in the form which the script of the page reads', () => {
    const answer = JSON.parse(exampleWith('docs/guides/cached-pages.md', '"customerId"')) as object;
    const script = readFileSync('platforms/shopify/extension/assets/app-proxy-customer.js', 'utf8');
    expect(script).toContain('const { customerId, signature, signedAt } = customer;');
    expect(Object.keys(answer).sort()).toEqual(['customerId', 'signature', 'signedAt']);
  });
});

describe('docs/guides/signatures.md', () => {
  it('has the tested code of each language', () => {
    const check = spawnSync(process.execPath, ['scripts/signatures-guide.mjs', '--check'], {
      encoding: 'utf8',
    });
    expect([check.status, check.stderr]).toEqual([0, '']);
  });
});
