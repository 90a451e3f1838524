import type { ShopperTexts } from './errors.ts';

// Which texts of a refusal a shopper may read. The others are for the console: messages of frameworks, names of fields and classes, addresses.

/** Longer ones are dumps. */
const MAX_LENGTH = 200;

/** What no sentence for shoppers has. */
const TECHNICAL = [
  // Markup, namespaces, operators, brackets, lines, and calls.
  /[<>{}[\]\\`|^=\n]|::|->|\w\(\)/,
  // Paths, addresses, methods, and statuses.
  /(^|[\s"'(])\/[\w{:]|[a-z}]\/[\w{}:.-]+\/|:\/\/|\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/,
  // Names in code: a_b, aB, AbCd, a.b.c, "a", and formats of dates.
  /\w_\w|\b[a-z]{2,}[A-Z]|\b[A-Z][a-z]+[A-Z][a-z]|\w\.\w+\.\w|[a-z]\.[A-Z]|(["'])[a-z][\w.$-]*\1|Y{4}/,
  // Ids, and codes of errors.
  /[\da-f]{8}-[\da-f]{4}-|0x[\da-f]{4}|\b[A-Z]+\d{4,}|\b(line|column|position|status|code):? \d/i,
  /\b(SQL|HTTP|JSON|XML|HTML|URI|URL|UUID|API|CSRF|CORS|JWT)|\w*(Exception|Error)\b/,
  /\b(exception|traceback|undefined|null|nil|NaN|boolean|integers?|string|array|constraint|foreign key|payload|endpoint|query|param|parse|unexpected token|syntax|serializ\w+|deserializ\w+|regular expression)\b/i,
  // A reason phrase alone says nothing.
  /^(bad request|conflict|unprocessable \w+|method not allowed|validation (failed|error)|one or more validation|the given data was invalid|invalid (request|input|data|parameters?))/i,
];

const isForShoppers = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_LENGTH && !TECHNICAL.some((mark) => mark.test(text));

/**
 * The texts of a refusal that a shopper may read: of 422 and 409, and those about fields of 400. Every other status is about the request,
 * which shoppers did not write.
 * @param isRefusal whether a tenant file says that the answer is one of these refusals
 */
export function shopperTexts(
  status: number,
  message: string | undefined,
  fields: Readonly<Record<string, readonly string[]>>,
  isRefusal = status === 409 || status === 422,
): ShopperTexts {
  const texts =
    isRefusal || status === 400
      ? Object.entries(fields).flatMap(([field, all]) => {
          const text = all.find(isForShoppers);
          return text === undefined ? [] : [[field, text]];
        })
      : [];
  return {
    message: isRefusal && message !== undefined && isForShoppers(message) ? message : undefined,
    fields: Object.fromEntries(texts) as Readonly<Record<string, string>>,
  };
}
