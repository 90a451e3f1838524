import pg from 'pg';

/** The statements that this process sends to the database while it records, one text for all lengths of a list of values. */
export interface Statements {
  /** The texts since the last call. */
  take(): string[];
  stop(): void;
}

/** With `inlined`, the texts have the bound values written into them, as a service without bound parameters would send them. */
export function recordStatements({ inlined = false } = {}): Statements {
  const { query } = pg.Client.prototype;
  let texts: string[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, bound] = given as [string | { text?: string; values?: unknown[] }, unknown];
    const { text = '', values } = typeof first === 'string' ? { text: first, values: bound } : first;
    texts.push(alike(inlined && Array.isArray(values) ? withValues(text, values) : text));
    return Reflect.apply(query, this, given) as unknown;
  } as typeof query;
  return {
    take() {
      const taken = texts;
      texts = [];
      return taken;
    },
    stop: () => void (pg.Client.prototype.query = query),
  };
}

/** Without the numbers of bound values, and with one of them where a list has several. */
const alike = (text: string): string => text.replace(/\$\d+/g, '?').replace(/(\?(?:::\w+)?)(, \1)+/g, '$1');

const withValues = (text: string, values: readonly unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, number) => `'${String(values[Number(number) - 1])}'`);
