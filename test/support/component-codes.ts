import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Loaded before a test replaces `fetch`.
const wasmBinary = await (
  await fetch('/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
).arrayBuffer();
prepareZXingModule({ overrides: { wasmBinary } });

/** A code as a scanner reads it, by an implementation other than the encoders of the card. */
export interface Scanned {
  readonly format: string;
  readonly text: string;
}

/** Draws an SVG of the page, and scans it as it is drawn, with nothing around it. */
export async function scan(svg: Element): Promise<Scanned[]> {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('shape-rendering', 'crispEdges');
  const image = new Image();
  image.src = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  );
  await image.decode();
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(image.src);
  const found = await readBarcodes(context.getImageData(0, 0, width, height), { tryHarder: true });
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format, text }));
}
