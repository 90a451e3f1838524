/**
 * Mutants that no input tells from the original, so no test can kill them: file, the line that the mutant begins in, the code that it
 * changes, what Stryker puts in its place (all with white space folded to one blank), and the reason.
 */
export const EQUIVALENT = [];
