/** `data.items.0.name`: names and places, from the message down. */
const PATH = /^[A-Za-z_][\w-]*(\.[\w-]+){0,9}$/;
const MAX_PATH_CHARACTERS = 200;

export const isPath = (text: string): boolean => text.length <= MAX_PATH_CHARACTERS && PATH.test(text);

/** What stands at a path; undefined where there is nothing. What an object inherits is not in it. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
