import { readdirSync } from 'node:fs';

/** Subpaths of the package with `*` replaced by the names of the files that it stands for. `root` is the folder of the package. */
export function expanded<Target extends { readonly default: string }>(
  key: string,
  target: Target,
  root = '.',
): [key: string, target: Target][] {
  if (!key.includes('*')) return [[key, target]];
  const [folder = '', start = '', end = ''] = /^(.*\/)([^/*]*)\*(.*)$/.exec(target.default)?.slice(1) ?? [];
  return readdirSync(`${root}/${folder}`)
    .filter((file) => file.startsWith(start) && file.endsWith(end))
    .map((file) => {
      const name = file.slice(start.length, file.length - end.length);
      const named = Object.entries(target).map(([condition, path]) => [
        condition,
        path.replaceAll('*', name),
      ]);
      return [key.replace('*', name), Object.fromEntries(named) as Target];
    });
}
