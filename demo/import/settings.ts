import { parseArgs } from 'node:util';

export const usage = `Usage: npm run import -- --model MODEL --file FILE [options]
Brings a file into a running service, in parts, and shows how far it is. Stopped, the same command goes on where it was.

  --model MODEL        what the rows are: profiles, transactions, orders, products, addresses, dates, consents, identities,
                       benefits, … Rows of a profile name it by profile_id, profile_external_id or profile_email
  --file FILE          .csv (the first line names the columns), .ndjson or .jsonl (a JSON object per line)
  --url URL            the service, such as https://api.acme.example.com/api; or LOYALTY_URL
  --map COLUMN=FIELD   the field that a column fills, where it is not named so; COLUMN= leaves it out; may be repeated
  --update             rows that are there already change it, most by external_id; without it they fail
  --failures FILE      writes every row that failed, with its line and reason, to this file (CSV)
  --run NAME           brings a file in once more that is in already: another name is another load
  --patience SECONDS   how long it waits for a service that is away; 60 without it
Environment: LOYALTY_TOKEN, a token with the scope platform.write and the one of the model, such as profiles.write: the
dashboard gives one (API tokens, Add token). It is no option: others on this machine can read those.
Ends with 0 when every row is in, 3 when some failed, 1 when it could not go on, 2 for wrong options.`;

export interface ImportSettings {
  readonly model: string;
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
  const { model, file, url = env['LOYALTY_URL'], patience = '60', run = '' } = values;
  const token = env['LOYALTY_TOKEN'];
  if (!model) throw new ImportProblem('Say what the rows are: --model profiles.');
  if (!file) throw new ImportProblem('Say which file to bring in: --file people.csv.');
  if (!url) throw new ImportProblem('Say where the service is: --url https://…/api, or set LOYALTY_URL.');
  if (!token)
    throw new ImportProblem(
      'Set LOYALTY_TOKEN to a token of the service: its dashboard gives one (API tokens, Add token).',
    );
  if (!/^\d{1,6}$/.test(patience)) throw new ImportProblem('--patience takes a whole number of seconds.');
  return {
    model,
    file,
    url,
    token,
    run,
    mapping: readMapping(values.map ?? []),
    update: values.update ?? false,
    failures: values.failures,
    retryBudgetMs: Number(patience) * 1_000,
  };
}

function parse(words: readonly string[]) {
  const options = {
    model: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    map: { type: 'string', multiple: true },
    update: { type: 'boolean' },
    failures: { type: 'string' },
    run: { type: 'string' },
    patience: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...words], options });
  } catch (error) {
    throw new ImportProblem(error instanceof Error ? error.message : String(error));
  }
}

function readMapping(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new ImportProblem(`--map takes COLUMN=FIELD, and not "${pair}".`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
