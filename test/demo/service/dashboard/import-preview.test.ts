import { describe, expect, it } from 'vitest';
import { previewPage } from '../../../../demo/service/dashboard/pages/imports.ts';
import type { Session } from '../../../../demo/service/dashboard/session.ts';
import type { ImportPreview } from '../../../../demo/service/imports/preview.ts';

const session = { token: 'token' } as Session;
const column = (name: string, field: string | undefined, ...values: string[]) => ({ name, field, values });

/** The text of the page, without tags. */
async function previewText(
  preview: Partial<ImportPreview>,
  model = 'profile',
  message?: string,
): Promise<string> {
  const file = { model, fileName: 'file.csv', content: 'x' } as Parameters<typeof previewPage>[1];
  const whole = { rows: 2, columns: [], fields: ['email', 'name'], faults: [], ...preview };
  const page = await previewPage(session, file, whole, message === undefined ? undefined : { message });
  return String(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the preview of an import', () => {
  it('names the columns that are no field, if there are any', async () => {
    const known = column('Mail', 'email', 'a@b.c');
    expect(await previewText({ columns: [known] })).not.toContain('no field');
    const one = await previewText({ columns: [known, column('Shoe', undefined)] });
    expect(one).toContain('A column is no field of a profile: Shoe.');
    expect(one).toContain('Choose …');
    expect(await previewText({ columns: [column('Shoe', undefined), column('Hat', undefined)] })).toContain(
      '2 columns are no field of a profile: Shoe, Hat.',
    );
    expect(await previewText({ columns: [column('Shoe', '')] })).not.toContain('no field');
  });

  it('names the rows that will be refused, if there are any', async () => {
    expect(await previewText({})).not.toContain('will be refused');
    expect(await previewText({ faults: ['Row 2: no email.'] })).toContain(
      'These rows will be refused: Row 2: no email.',
    );
  });

  it('counts one row in the singular', async () => {
    expect(await previewText({ rows: 1 })).toContain('1 row, each a profile');
    expect(await previewText({ rows: 1_200 })).toContain('Import 1,200 rows');
  });

  it('offers to change existing records where the model can, and shows empty values', async () => {
    expect(await previewText({})).toContain('Change records that exist already');
    expect(await previewText({}, 'transaction')).not.toContain('Change records');
    expect(await previewText({ columns: [column('Mail', 'email', '', 'a@b.c')] })).toContain('empty a@b.c');
  });
});
