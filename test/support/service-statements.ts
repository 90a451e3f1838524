import pg from 'pg';

/** The statements that this process sends to the database while it records, one text for all lengths of a list of values. */
export interface Statements {
  /** The texts since the last call. */
  take(): string[];
  stop(): void;
}

export function recordStatements(): Statements {
  const { query } = pg.Client.prototype;
  let texts: string[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }];
    texts.push(alike(typeof first === 'string' ? first : (first.text ?? '')));
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
