const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*(\/?)>|<|>/gi;

/** Errors in a page's markup: unclosed or wrongly nested tags, unquoted attributes, duplicate ids. */
export function faultsOf(markup: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  for (const [token, closing, tag, attributes = '', selfClosing] of markup.matchAll(TOKEN)) {
    if (!tag) {
      if (token === '<' || token === '>') faults.push(`stray ${token}`);
      continue;
    }
    if (closing) {
      const last = open.pop();
      if (last !== tag) faults.push(`</${tag}> closes <${last}>`);
      continue;
    }
    const names = [...attributes.matchAll(/([^\s"=]+)(?:="[^"]*")?/g)].map(([, name]) => name!);
    if (new Set(names).size !== names.length) faults.push(`<${tag}> repeats an attribute`);
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && ids.has(id)) faults.push(`id ${id} is used twice`);
    if (id !== undefined) ids.add(id);
    if (!VOID.has(tag) && !selfClosing) open.push(tag);
  }
  return [...faults, ...open.map((tag) => `<${tag}> is never closed`)];
}

/** Addresses that a page, style or picture leads to on its own site. */
export function linksOf(text: string, from: string): string[] {
  const found = [
    ...text.matchAll(/\s(?:href|src|content|action)="([^"]+)"|from\s*"([^"]+)"|import\s*"([^"]+)"/g),
  ];
  return found
    .map(([, attribute, from_, import_]) => (attribute ?? from_ ?? import_)!.replaceAll('&amp;', '&'))
    .filter((address) => /^(\/|\.|https?:)/.test(address))
    .map((address) => new URL(address, from))
    .filter((address) => address.origin === new URL(from).origin)
    .map((address) => address.pathname + address.search);
}

/** The attributes of the first element of a name. */
export function attributesOf(markup: string, tag: string): Record<string, string> | undefined {
  const found = new RegExp(`<${tag}\\b([^>]*)>`).exec(markup);
  return found
    ? Object.fromEntries(
        [...found[1]!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      )
    : undefined;
}
