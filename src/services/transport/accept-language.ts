/** A language range of RFC 4647 with its weight. */
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** Browsers send some languages, and no more are read. */
const MAX_RANGES = 40;

/**
 * The languages that a header `Accept-Language` asks for, in lower case, the preferred one first (RFC 9110 12.5.4). Empty where the header
 * is absent, malformed, or has no language. `*` asks for no particular one.
 */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  const members = (header ?? '').split(',').map((member) => member.trim());
  if (members.length > MAX_RANGES) return [];
  const ranges: { range: string; weight: number }[] = [];
  for (const member of members) {
    const [, range, weight = '1'] = RANGE.exec(member) ?? [];
    if (range === undefined) return [];
    if (range !== '*' && Number(weight) > 0)
      ranges.push({ range: range.toLowerCase(), weight: Number(weight) });
  }
  // The sort keeps the order of ranges with the same weight.
  return ranges.sort((one, other) => other.weight - one.weight).map(({ range }) => range);
}

/**
 * The language among these that a reader prefers, by the lookup of RFC 4647 3.4: `de-AT` finds `de-AT`, or else `de`. `undefined` where
 * there is none.
 *
 * @param ranges in lower case, the preferred one first
 */
export function lookUp(ranges: readonly string[], languages: readonly string[]): string | undefined {
  const byRange = new Map(languages.map((language) => [language.toLowerCase(), language]));
  for (const range of ranges) {
    for (let part = range; part !== ''; part = shortened(part)) {
      const found = byRange.get(part);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The range without its last subtag, and without subtags of one letter before that, which only introduce it. */
const shortened = (range: string): string => range.replace(/(?:-[a-z\d])*(?:^|-)[a-z\d]+$/, '');
