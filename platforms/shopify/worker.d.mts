/** Answers `GET …/customer` as `answerAppProxy`; 404 for anything else, 503 while a variable is missing. */
declare const worker: {
  fetch(request: Request, variables: Readonly<Record<string, string | undefined>>): Promise<Response>;
};
export default worker;
