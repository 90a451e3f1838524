import { writeFile } from 'node:fs/promises';
import { SHOP_ORIGIN } from '../../../../support/service-open.ts';
import type { Example } from '../../../../../demo/service/api/openapi/examples.ts';

const FILE = new URL('../../../../../demo/service/api/openapi/examples.json', import.meta.url);
const ADDRESS = 'https://api.tenant.example';
/** Enough to show a record; the document is read by people. */
const MAX_ITEMS = 1;
const MAX_TEXT = 120;

const SECRET = /(^|_)(token|secret|signature|password|security_code|key)$/;

/** A value of a call as an example: short, without the address of the test's service, and without what looks like a secret. */
export function asExample(value: unknown, origin: string, name = ''): unknown {
  if (typeof value === 'string') {
    if (SECRET.test(name)) return '0'.repeat(Math.min(value.length, 64));
    return value
      .replaceAll(origin, ADDRESS)
      .replaceAll(SHOP_ORIGIN, 'https://shop.example')
      .slice(0, MAX_TEXT);
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => asExample(item, origin, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asExample(inner, origin, key)]),
  );
}

/** Writes the examples, one operation in a line. */
export async function writeExamples(examples: ReadonlyMap<string, Example>): Promise<void> {
  const lines = [...examples]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`);
  await writeFile(FILE, `{\n${lines.join(',\n')}\n}\n`);
}
