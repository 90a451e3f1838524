/** A property for an attribute that is on or off. `="false"` is off: Vue, Svelte and Preact write that, and HTML would call it on. */
export const flag = {
  type: Boolean,
  converter: (value: string | null): boolean => value !== null && value !== 'false',
};
