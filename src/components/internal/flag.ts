/**
 * Reads an attribute that is on or off, as the `converter` of a property. `="false"` is off: Vue, Svelte and Preact write that, and
 * HTML would call it on.
 */
export const readFlag = (value: string | null): boolean => value !== null && value !== 'false';
