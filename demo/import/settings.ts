import { parseArgs } from 'node:util';
import { sources } from './sources/index.ts';

/** Words in lines of the width of the help text. */
const wrapped = (words: readonly string[]): string =>
  words.join(', ').replace(/(.{60,95}?,) /g, '$1\n                       ');

export const usage = `Usage: npm run import -- --model MODEL --file FILE [options]
Imports a file into a running service, in parts, and shows the progress. After a stop the same command continues the import.

  --model MODEL        the model of the rows: profiles, transactions, orders, products, addresses, dates, consents, identities,
                       benefits, … Rows of a profile need profile_id, profile_external_id or profile_email
  --file FILE          .csv (the first line names the columns), .ndjson or .jsonl (a JSON object per line)
  --url URL            the service, such as https://api.acme.example.com/api; or LOYALTY_URL
  --from EXPORT        instead of --model: the export of another system, such as shopify-orders; one of
                       ${wrapped(Object.keys(sources))}
  --set FIELD=VALUE    with --from: a field that all records get, such as currency=EUR; may be repeated
  --map COLUMN=FIELD   the field of a column with another name; COLUMN= leaves the column out; may be repeated
  --update             changes records that exist already, most by external_id; without it their rows fail
  --failures FILE      writes every row that failed, with its line and reason, to this file (CSV)
  --run NAME           imports the same file once more: another name is another import. Without it, rows that a file of this
                       name has imported before, in the last 30 days, are not imported again
  --retry-for SECONDS  how long it retries while the service is unavailable; default 60
Environment: LOYALTY_TOKEN, a token with the scope platform.write and the one of the model, such as profiles.write: the
dashboard issues one (API tokens, Add token). It is not an option, because other users of this machine can read those.
Exit codes: 0 every row was imported, 3 some rows failed, 1 it could not continue, 2 wrong options.`;

export interface ImportSettings {
  readonly model: string;
  /** The export of another system, instead of the model. */
  readonly from: string | undefined;
  /** Values of fields that all its records get. */
  readonly shared: ReadonlyMap<string, string>;
  readonly file: string;
  readonly url: string;
  readonly token: string;
  readonly mapping: ReadonlyMap<string, string>;
  readonly update: boolean;
  readonly failures: string | undefined;
  readonly run: string;
  readonly retryBudgetMs: number;
}

/** An error that the user of the command can correct. */
export class ImportProblem extends Error {}

/** The options of the command. Throws `ImportProblem`; undefined for --help. */
export function readSettings(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ImportSettings | undefined {
  const { values } = parse(words);
  if (values.help) return undefined;
  const { model, from, file, url = env['LOYALTY_URL'], 'retry-for': retryFor = '60', run = '' } = values;
  const token = env['LOYALTY_TOKEN'];
  if (!model && from === undefined)
    throw new ImportProblem(
      'Set the model of the rows, such as --model profiles, or --from shopify-customers.',
    );
  if (model && from !== undefined) throw new ImportProblem('--from names the model: leave out --model.');
  if (!file) throw new ImportProblem('Set the file to import, such as --file people.csv.');
  if (!url) throw new ImportProblem('Set the address of the service: --url https://…/api, or LOYALTY_URL.');
  if (!token)
    throw new ImportProblem(
      'Set LOYALTY_TOKEN to a token of the service: its dashboard gives one (API tokens, Add token).',
    );
  if (!/^\d{1,6}$/.test(retryFor)) throw new ImportProblem('--retry-for takes a whole number of seconds.');
  return {
    model: model ?? '',
    from,
    shared: readPairs('--set', values.set ?? []),
    file,
    url,
    token,
    run,
    mapping: readPairs('--map', values.map ?? []),
    update: values.update ?? false,
    failures: values.failures,
    retryBudgetMs: Number(retryFor) * 1_000,
  };
}

function parse(words: readonly string[]) {
  const options = {
    model: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    from: { type: 'string' },
    set: { type: 'string', multiple: true },
    map: { type: 'string', multiple: true },
    update: { type: 'boolean' },
    failures: { type: 'string' },
    run: { type: 'string' },
    'retry-for': { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...words], options });
  } catch (error) {
    throw new ImportProblem(error instanceof Error ? error.message : String(error));
  }
}

function readPairs(option: string, pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new ImportProblem(`${option} takes NAME=VALUE, and not "${pair}".`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
