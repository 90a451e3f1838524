import { encodeCode128 } from 'etiket/barcode';
import { correction, generate } from 'lean-qr';

// The codes of a member number, loaded once the card is shown: a press needs them at once, and without a connection.

/** A code, in modules: the width of its thinnest bar. */
export interface Code {
  /** With the light margin that a scanner needs on both sides. */
  readonly width: number;
  /** `undefined` for bars, which have any height. */
  readonly height: number | undefined;
  /** The dark modules, as the data of an SVG path; bars are one module high. */
  readonly path: string;
}

export interface Codes {
  readonly qr: Code | undefined;
  readonly bars: Code | undefined;
}

/** Light margins by ISO/IEC 18004 and ISO/IEC 15417. */
const QR_MARGIN = 4;
const BARS_MARGIN = 10;

/** What Code 128 holds of Unicode without reading differently: the encoder leaves other characters out. */
const BARS_FORMAT = /^[ -~]+$/;
/** Control characters and lone halves of surrogate pairs: scanners type the first as keys, and no text has the second. */
const UNREADABLE = /[\p{Cc}\p{Cs}]/u;

/** The codes that hold exactly this number. Characters beyond ASCII have their encoding (UTF-8) in the QR code, where tills would guess it. */
export function codesOf(number: string): Codes {
  const isReadable = number !== '' && !UNREADABLE.test(number);
  return {
    qr: isReadable ? qrOf(number) : undefined,
    bars: BARS_FORMAT.test(number) ? barsOf(number) : undefined,
  };
}

function qrOf(number: string): Code | undefined {
  try {
    const bitmap = generate(number, { minCorrectionLevel: correction.M });
    const { size } = bitmap;
    let path = '';
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const from = x;
        while (bitmap.get(x, y)) x++;
        if (x > from) path += row(QR_MARGIN + from, QR_MARGIN + y, x - from);
      }
    return { width: size + 2 * QR_MARGIN, height: size + 2 * QR_MARGIN, path };
  } catch {
    return undefined; // it is too long
  }
}

function barsOf(number: string): Code {
  let path = '';
  let at = BARS_MARGIN;
  encodeCode128(number).forEach((width, index) => {
    if (index % 2 === 0) path += row(at, 0, width);
    at += width;
  });
  return { width: at + BARS_MARGIN, height: undefined, path };
}

const row = (x: number, y: number, width: number): string => `M${x} ${y}h${width}v1h-${width}z`;
