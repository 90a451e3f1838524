import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { columnNames, fieldsOfColumns } from '../../../../demo/service/imports/columns.ts';
import { valueOfCell } from '../../../../demo/service/imports/cell-values.ts';

const WORDS = { toField: (column: string) => column, leaveOut: (column: string) => column };

describe('import of text as people write it', () => {
  it('finds the field of a column with composed and decomposed letters', () => {
    const [name = ''] = columnNames([' Vorna\u0308me\u00a0']);
    expect(name).toBe('Vornäme');
    for (const column of [name, 'Vorna\u0308me'])
      expect(fieldsOfColumns('profile', [column], { 'Vorna\u0308me': 'first_name' }, WORDS)).toEqual({
        [column]: 'first_name',
      });
  });

  it('reads numbers in digits of every script, and keeps texts as they are', () => {
    expect(valueOfCell('value', '１２.５\u200b', v.number())).toBe(12.5);
    expect(valueOfCell('value', '٣٠', v.number())).toBe(30);
    expect(valueOfCell('name', '１２', v.string())).toBe('１２');
    expect(valueOfCell('value', 'twelve', v.number())).toBe('twelve');
  });
});
