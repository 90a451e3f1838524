import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the catalogue and its shapes are: the service runs from source, so their docstrings are there to be read. */
const SERVICES = fileURLToPath(new URL('../../../../src/services/contract/', import.meta.url));

/** What the source says about one constant, and about the fields written in it. */
interface Block {
  readonly sentence: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
  /** Constants whose fields are spread into it. */
  readonly parts: readonly string[];
}

const BLOCK = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?(?:export )?const (\w+)/gm;
const FIELD = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(\w+):/g;
const PART = /\.\.\.(\w+)/g;

/** The docstrings of the catalogue: sentences of endpoints and shapes by constant, and of fields. */
export interface Docstrings {
  /** The endpoint `claimReward` → what its docstring says. */
  ofEndpoint(constant: string): string | undefined;
  /** The same of a shape, or of another schema: `claimReward` is the body of that endpoint too. */
  ofShape(constant: string): string | undefined;
  /** What is said about a field of a constant, there or in what is spread into it. */
  ofField(constant: string, field: string): string | undefined;
}

export function readDocstrings(): Docstrings {
  const [endpoints, blocks] = [readFolder('endpoints'), readFolder('shapes')];
  const ofField = (constant: string, field: string, seen: readonly string[] = []): string | undefined => {
    const block = blocks.get(constant);
    if (!block || seen.includes(constant)) return undefined;
    const inside = [...seen, constant];
    return block.fields.get(field) ?? firstOf(block.parts, (part) => ofField(part, field, inside));
  };
  return {
    ofEndpoint: (constant) => endpoints.get(constant)?.sentence,
    ofShape: (constant) => blocks.get(constant)?.sentence,
    ofField,
  };
}

const readFolder = (folder: string): ReadonlyMap<string, Block> =>
  new Map(
    readdirSync(SERVICES + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...blocksOf(readFileSync(`${SERVICES}${folder}/${name}`, 'utf8'))]),
  );

function* blocksOf(source: string): Generator<[string, Block]> {
  const starts = [...source.matchAll(BLOCK)];
  for (const [index, start] of starts.entries()) {
    const [, comment, constant = ''] = start;
    const text = source.slice(start.index + (comment?.length ?? 0), starts[index + 1]?.index);
    const fields = [...text.matchAll(FIELD)].map(
      ([, words = '', name = '']) => [name, plain(words)] as const,
    );
    const parts = [...text.matchAll(PART)].map(([, name = '']) => name);
    yield [
      constant,
      { sentence: comment === undefined ? undefined : plain(comment), fields: new Map(fields), parts },
    ];
  }
}

/** A comment as running text, without what is for programmers alone. */
const plain = (comment: string): string =>
  comment
    .replace(/@\w+[\s\S]*$/, '')
    .replace(/\n\s*\* ?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function firstOf<Part>(parts: readonly Part[], find: (part: Part) => string | undefined): string | undefined {
  for (const part of parts) {
    const found = find(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
