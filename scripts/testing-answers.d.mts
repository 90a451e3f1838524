/** The text of src/testing/answers.ts. */
export function testingAnswers(): Promise<string>;
