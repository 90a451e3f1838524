import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The lengths of all gaps, margins and paddings, in the font size of the text around them: inside a line, between the lines of one thing,
 * between things, around a group, between groups.
 */
const RHYTHM = ['0.25em', '0.5em', '0.75em', '1em', '1.5em'];

const FOLDER = 'src/components';
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();

/** Room for something that stands inside the padding or outside of the box, which is no distance. */
const PLACES = [
  'card/card-styles.ts margin-block-start: clamp(0px, (18em - 100%) * 99, 2.75em)', // the button above very large text
  'account/account-styles.ts padding-inline-end: 3em', // the button inside the field of a password
  'account/account-styles.ts margin-inline-start: -3.25em',
  'dates/dates-styles.ts margin-block-start: calc(-1 * max(2.5em, var(--_touch, 0px)))', // a button in the line above it
  'history/history-choices.ts padding-inline: 0 2em', // the arrow of a choice
  'panel/panel-styles.ts padding-inline-start: 1.625em', // the star of the launcher
  'earn/earn-styles.ts padding-block-end: clamp(0px, (14em - 100%) * 99, 1lh)', // the second line of a narrow element
  'rewards/rewards-styles.ts padding-block-end: calc( 100% / (var(--loyalty-rewards-picture-ratio, 4 / 3)) + var(--_heading) + var(--loyalty-rewards-card-text-size, 11.5em) )', // the height of a card
];

/** Names of custom properties, and sizes of a finger, a screen and a line, are none of our lengths. */
const withoutOthers = (value: string): string =>
  value.replaceAll(/var\(--_touch, 0px\)|env\([^)]*\)/g, '').replaceAll(/--[\w-]+/g, '');

/** Gaps, margins and paddings of a file, each once. */
function distancesIn(file: string): string[] {
  const source = readFileSync(join(FOLDER, file), 'utf8');
  const sheets = [...source.matchAll(/css`([^]*?)`/g)].map(([, sheet = '']) =>
    sheet.replaceAll(/\/\*[^]*?\*\//g, ''),
  );
  const found = sheets
    .flatMap((sheet) => [
      ...sheet.matchAll(/(?<![\w-])((?:row-|column-)?gap|(?:margin|padding)[\w-]*):([^;{}]+);/g),
    ])
    .map(([, name, value = '']) => `${name}: ${value.trim().replaceAll(/\s+/g, ' ')}`);
  return [...new Set(found)];
}

const lengthsOf = (declaration: string): string[] =>
  withoutOthers(declaration).match(/(?<![\w.])\d*\.?\d+(?:em|rem|px)(?!\w)/g) ?? [];

describe('distances in the styles of elements', () => {
  test('have the lengths of one table', () => {
    const others = FILES.flatMap((file) =>
      distancesIn(file)
        .filter((declaration) =>
          lengthsOf(declaration).some((length) => !RHYTHM.includes(length) && length !== '0px'),
        )
        .map((declaration) => `${file} ${declaration}`),
    );
    expect(others.toSorted()).toEqual([...PLACES].sort());
  });

  test('use each length of the table', () => {
    const used = new Set(FILES.flatMap(distancesIn).flatMap(lengthsOf));
    expect(RHYTHM.filter((length) => !used.has(length))).toEqual([]);
  });

  test('twin: another length is none of the table', () => {
    expect(lengthsOf('gap: 0.375em 1em').filter((length) => !RHYTHM.includes(length))).toEqual(['0.375em']);
  });
});
