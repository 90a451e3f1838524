import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });

/** The codes in a picture (PNG), by an implementation other than the encoders of the card: format and text, sorted. */
export async function scanPicture(png: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(png, { tryHarder: true, maxNumberOfSymbols: 8 });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text }) => `${format} ${text}`)
    .sort();
}
