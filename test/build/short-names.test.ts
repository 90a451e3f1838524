import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { shortenNames } from '../../scripts/short-names.mjs';

/** The code of the files, by name, after their exports have new names, and the names for their variables. */
function shortened(files: Readonly<Record<string, string>>) {
  const chunks = Object.entries(files).map(([fileName, code]) => ({ fileName, code }));
  const names = shortenNames(chunks, (code) => parseAst(code));
  return { code: Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code])), names };
}

describe('short-names', () => {
  test('gives an export the same name in every file', () => {
    const { code, names } = shortened({
      'one.js': 'var x=1,y=2;export{x as t,y as Qe};',
      'two.js': 'import{t as e,Qe as n}from"./one.js";n(e);',
    });
    expect(code).toEqual({
      'one.js': 'var x=1,y=2;export{x as a,y as b};',
      'two.js': 'import{a as e,b as n}from"./one.js";n(e);',
    });
    expect(names.get('one.js')).toEqual([
      ['x', 'a'],
      ['y', 'b'],
    ]);
    expect(names.get('two.js')).toEqual([
      ['e', 'a'],
      ['n', 'b'],
    ]);
  });

  test('gives different names to what one file uses, and may give the same to others', () => {
    const { code } = shortened({
      'one.js': 'var x=1;export{x as t};',
      'two.js': 'var x=1;export{x as t};',
      'three.js': 'import{t as e}from"./one.js";import{t as n}from"./two.js";e(n);',
      'four.js': 'var x=1;export{x as t};',
    });
    expect(code['three.js']).toBe('import{a as e}from"./one.js";import{b as n}from"./two.js";e(n);');
    expect(code['four.js']).toBe('var x=1;export{x as a};');
  });

  test('never gives the name of an export without an importer to another one', () => {
    const { code } = shortened({
      'one.js': 'var x=1,y=2;export{x as b,y as a};',
      'two.js': 'import{b as e}from"./one.js";e();',
    });
    expect(code['one.js']).toBe('var x=1,y=2;export{x as a,y as b};');
  });

  test('keeps names that a page reads, and those of an object with exports', () => {
    const files = {
      'one.js': 'var x=1,y=2;export{x as LoyaltyTier,y as t};',
      'two.js': 'import("./one.js").then(e=>e.t);',
    };
    expect(shortened(files).code).toEqual(files);
  });

  test('uses a second character when a file has more names than there are letters', () => {
    const exported = Array.from(
      { length: 60 },
      (_, index) => `v${index} as ${String.fromCharCode(97 + (index % 26))}${index % 10}`,
    );
    const unique = [...new Map(exported.map((text) => [text.split(' as ')[1], text])).values()];
    const { code } = shortened({
      'one.js': `${unique.map((text) => `var ${text.split(' ')[0]}=1;`).join('')}export{${unique.join(',')}};`,
    });
    const names = code['one.js']!.match(/(?<= as )\w+|(?<= as )\$/g)!;
    expect(new Set(names).size).toBe(unique.length);
  });
});
