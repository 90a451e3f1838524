import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../demo/service/auth/customer-signature.ts';
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
  /** `null` where nothing must be signed. */
  readonly signature: string | null;
}

const FOLDER = 'platforms/signatures';
const vectors = JSON.parse(readFileSync(`${FOLDER}/vectors.json`, 'utf8')) as readonly Vector[];
const isThere = (command: string): boolean => spawnSync('which', [command]).status === 0;
const expected = vectors.map(({ signature }) => signature ?? 'refused');
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

/** The bytes of UTF-8; half a character, which has none, as the three bytes that it would have. */
const utf8 = (text: string): Buffer =>
  Buffer.concat(
    Array.from(text, (character) => {
      const code = character.codePointAt(0)!;
      return /\p{Surrogate}/u.test(character)
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
        : Buffer.from(character);
    }),
  );
const BYTES = { utf8, utf16le: (text: string) => Buffer.from(text, 'utf16le') };
const linesIn = (encoding: keyof typeof BYTES): string =>
  vectors
    .map(({ customerId, secret, signedAt }) => {
      const texts = [customerId, secret].map((text) => BYTES[encoding](text).toString('base64'));
      return `${[...texts, signedAt ?? '-'].join(',')}\n`;
    })
    .join('');

/** Runs the file of a language in a folder of its own, and returns the signatures of the vectors. */
function signaturesBy({ name, file, encoding, main, commands }: Omit<SignatureLanguage, 'needs'>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
  try {
    copyFileSync(resolve(FOLDER, file), join(folder, basename(file)));
    const texts = { [main.file]: main.source, ...PROJECT_FILES[name] };
    for (const [path, source] of Object.entries(texts)) writeFileSync(join(folder, path), source);
    let output = '';
    for (const [command = '', ...args] of commands) {
      const ended = spawnSync(command, args, { cwd: folder, input: linesIn(encoding), encoding: 'utf8' });
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
    const signed = vectors.map(({ customerId, secret, signedAt }) => {
      try {
        const time = signedAt === undefined ? undefined : new Date(signedAt * 1_000);
        return signCustomerId(customerId, secret, { signedAt: time });
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        return 'refused';
      }
    });
    expect(signed).toEqual(expected);
  });

  it('has vectors that the reference service accepts for their own customer and time only', () => {
    for (const { secret, signature, ...signed } of vectors) {
      if (signature === null) continue;
      const isValid = (over: object = {}) =>
        isSignedBy([secret], { ...signed, signature, ...over }, { now: 1_795_600_000_000 });
      expect(isValid()).toBe(true);
      for (const { customerId } of vectors)
        if (customerId !== signed.customerId) expect(isValid({ customerId })).toBe(false);
    }
  });

  it('twin: without the check, a time can be cut off and put at the end of the id', () => {
    const cut = vectors.filter(
      ({ customerId, signature }) => signature === null && /\d{9}$/.test(customerId),
    );
    expect(cut.length).toBeGreaterThan(0);
    for (const { customerId, secret } of cut) {
      const [, id = '', time] = /^([^]*)\.(\d+)$/.exec(customerId) ?? [];
      const timed = hmac(`${id}.${time}`, secret);
      expect(timed).toBe(hmac(customerId, secret));
    }
  });

  /** The expression of a template that signs, by the file that has it. */
  const expressions = [
    'platforms/shopify/extension/blocks/connection.liquid',
    'docs/guides/customers.md',
  ].map((file) => {
    const [, expression = ''] = /signature="(\{\{[^}]*hmac_sha256[^}]*\}\})"/.exec(
      readFileSync(file, 'utf8'),
    )!;
    return { file, expression };
  });
  it.each(expressions)('of $file gives the signatures of the vectors with a time', ({ expression }) => {
    const liquid = new Liquid({ strictFilters: true, strictVariables: true });
    liquid.registerFilter('hmac_sha256', hmac);
    const timed = vectors.filter(({ signedAt, signature }) => signedAt !== undefined && signature !== null);
    for (const { customerId, secret, signedAt, signature } of timed) {
      const values = { customer: { id: customerId }, secret, signed_at: String(signedAt) };
      expect(liquid.parseAndRenderSync(expression, values)).toBe(signature);
    }
  });

  for (const language of SIGNATURE_LANGUAGES) {
    const missing = language.needs.find((command) => !isThere(command));
    it(`of ${language.name} gives the signatures of the vectors`, ({ skip }) => {
      skip(missing !== undefined, `needs ${missing}`);
      expect(signaturesBy(language)).toEqual(expected);
    });
  }

  it('of the WordPress plugin gives the signatures of the vectors', ({ skip }) => {
    skip(!isThere('php'), 'needs php');
    const file = '../wordpress/loyalty-elements/includes/signature.php';
    const source = phpMain('signature.php', 'LoyaltyElements\\sign_customer_id');
    const main = { file: 'main.php', source };
    const language = { name: 'PHP', file, encoding: 'utf8', main, commands: [['php', 'main.php']] } as const;
    expect(signaturesBy(language)).toEqual(expected);
  });
});

describe('guides of platforms', () => {
  it('have PHP without syntax errors', ({ skip }) => {
    skip(!isThere('php'), 'needs php');
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
