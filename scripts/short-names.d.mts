import type { Rolldown } from 'vite';

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'code'>;
type Program = Rolldown.ESTree.Program;

export function shortenNames(
  chunks: readonly Chunk[],
  parse: (code: string) => Program,
): ReadonlyMap<string, readonly [name: string, short: string][]>;

export function dropUnusedExports(chunks: readonly Chunk[]): void;

export const internalNames: { readonly regex: RegExp; readonly letters: Readonly<Record<string, string>> };
