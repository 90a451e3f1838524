/** The name with the most pairs of letters of a text: what was meant by a misspelled one. */
export function nearestName(text: string, names: readonly string[]): string {
  const pairsOf = (name: string) => new Set([...name].map((letter, at) => letter + (name[at + 1] ?? '')));
  const pairs = pairsOf(text);
  const likeness = (name: string) => {
    const others = pairsOf(name);
    return [...others].filter((pair) => pairs.has(pair)).length / (others.size + pairs.size);
  };
  return names.reduce((best, name) => (likeness(name) > likeness(best) ? name : best));
}
