/** The result of `work`; `undefined` where it throws, as each access to storage does in a sandboxed frame. */
export function valueOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
