/** An example as each framework writes it, its HTML first. */
export function sourcesOf(source: string): { readonly name: string; readonly source: string }[];
