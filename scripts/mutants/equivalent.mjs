/**
 * Equivalent mutants: no input distinguishes them from the original, so no test can kill them. File, line of the place and the code that
 * is changed (white space reduced to one blank), the new code, and the reason.
 */
const entry = (file, within, code, text, reason) => ({ file, within, code, text, reason });

export const EQUIVALENT = [];
