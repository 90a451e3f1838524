/** A row of an export, by the names of its columns. */
export type Cells = Readonly<Record<string, string>>;

/** How the export of another system becomes rows of a model. */
export interface Source {
  readonly model: string;
  /** What the file has in it, as `--help` says it. */
  readonly text: string;
  /** Columns without which the file is another export. */
  readonly needed: readonly string[];
  /** The other columns that the export may have: they are read, or known to be of no use here. */
  readonly known: readonly string[];
  /** Rows that follow each other and have the same value in this column are one record, such as the lines of an order. */
  readonly groupBy?: string;
  /** The records of a row, or of a group of rows; none for a row that is left out, such as an order that was not paid. */
  records(first: Cells, all: readonly Cells[]): readonly Readonly<Record<string, unknown>>[];
}

/** Text without the apostrophe by which some exports keep spreadsheets from reading a number. */
export const plain = (cell: string | undefined): string => (cell ?? '').trim().replace(/^'/, '');

/** An amount without the sign of its currency and separators of thousands: `$1,234.50` is `1234.50`. */
export function amount(cell: string | undefined): string {
  const text = plain(cell);
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)\s*[^\d\s.,-]{0,4}\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/.exec(text) ?? [];
  return whole === '' ? text : sign + whole.replaceAll(',', '') + fraction;
}

/** Whether an amount is more than nothing. */
export const isPositive = (cell: string | undefined): boolean => Number(amount(cell)) > 0;

/** First and last name, of which an export has one text. */
export function names(cell: string | undefined): { readonly first_name: string; readonly last_name: string } {
  const [first = '', ...rest] = plain(cell).split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Nov 20, 2026 4:05:06 PM` as `2026-11-20T16:05:06`; other text unchanged. */
export function moment(cell: string | undefined): string {
  const text = plain(cell);
  const [, name = '', day = '', year = '', hour = '', time = '', half = ''] =
    /^(\w{3}) (\d{1,2}), (\d{4}),? (\d{1,2}):(\d\d(?::\d\d)?) ([AP]M)$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return text;
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const padded = (number: number | string) => String(number).padStart(2, '0');
  return `${year}-${padded(month)}-${padded(day)}T${padded(hours)}:${time}`;
}

interface Sale {
  readonly id: string;
  readonly email: string;
  readonly at: string;
  readonly total: string;
  readonly refunded: string;
  readonly currency: string;
  readonly items?: readonly object[];
}

/** A purchase, and after it the refund of what was given back. */
export function sale({ id, email, at, total, refunded, currency, items }: Sale) {
  const shared = { profile_email: email, transacted_at: at, ...(currency && { currency }) };
  const purchase = { external_id: id, receipt_ref: id, total, ...shared, ...(items?.length && { items }) };
  if (!isPositive(refunded)) return [purchase];
  return [purchase, { external_id: `${id}-refund`, refund_of: id, total: `-${amount(refunded)}`, ...shared }];
}
