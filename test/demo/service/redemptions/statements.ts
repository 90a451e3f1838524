import pg from 'pg';

/** Records the statements that this process sends to the database. Lists of values of any length have the same text. */
export interface Statements {
  /** The texts since the last call. */
  take(): string[];
  /** How often a connection waited for answers since the last `take()`: statements that are sent together share one round trip. */
  roundTrips(): number;
  stop(): void;
}

/** With `inlined`, the texts contain the values, like the statements of a service without bound parameters. */
export function recordStatements({ inlined = false } = {}): Statements {
  const { query } = pg.Client.prototype;
  let texts: string[] = [];
  let roundTrips = 0;
  const unanswered = new WeakMap<pg.Client, number>();
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, bound] = given as [string | { text?: string; values?: unknown[] }, unknown];
    const { text = '', values } = typeof first === 'string' ? { text: first, values: bound } : first;
    texts.push(normalised(inlined && Array.isArray(values) ? withValues(text, values) : text));
    const waiting = unanswered.get(this) ?? 0;
    if (waiting === 0) roundTrips++;
    unanswered.set(this, waiting + 1);
    const answered = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
    const answer = Reflect.apply(query, this, given) as Promise<unknown>;
    answer.then(answered, answered);
    return answer;
  } as typeof query;
  return {
    take() {
      const taken = texts;
      texts = [];
      roundTrips = 0;
      return taken;
    },
    roundTrips: () => roundTrips,
    stop: () => void (pg.Client.prototype.query = query),
  };
}

/** The text without the numbers of parameters, and with one parameter for a list. */
const normalised = (text: string): string =>
  text.replace(/\$\d+/g, '?').replace(/(\?(?:::\w+)?)(, \1)+/g, '$1');

const withValues = (text: string, values: readonly unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, number) => `'${String(values[Number(number) - 1])}'`);
