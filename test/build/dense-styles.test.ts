import { describe, expect, test } from 'vitest';
import { denseStyles } from '../../scripts/dense-styles.mjs';

const dense = (code: string, file = 'src/components/internal/x-styles.ts') =>
  denseStyles().transform(code, `${process.cwd()}/${file}`)?.code;

describe('dense-styles', () => {
  test.each([
    [
      '--_a:var(\n    --b,\n    rgb(from currentColor r g b / 1)\n  )',
      '--_a:var(--b,rgb(from currentColor r g b / 1))',
    ],
    ['--_a:clamp(0.2, (0.6 - l) * 99, 1)', '--_a:clamp(.2,(.6 - l) * 99,1)'],
    ['--_a:calc(0.1 - l * 10.05)', '--_a:calc(.1 - l * 10.05)'],
    ["content:'( 0.5, x )'", "content:'( 0.5, x )'"],
  ])('%j', (styles, expected) => {
    expect(dense(`const s = css\`${styles}\`;`)).toBe(`const s = css\`${expected}\`;`);
  });

  test('leaves what is no style', () => {
    expect(dense('const s = text`( 0.5, x )`; f( 0.5, 1 );')).toBe(
      'const s = text`( 0.5, x )`; f( 0.5, 1 );',
    );
    expect(dense('css`( 0.5 )`', 'node_modules/x.js')).toBeUndefined();
  });
});
