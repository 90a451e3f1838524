/** Shows from the next frame on a pressed button that it waits for something, such as code that is not loaded yet. */
export async function whileBusy<Result>(button: Element, work: Promise<Result>): Promise<Result> {
  button.setAttribute('aria-busy', 'true');
  try {
    return await work;
  } finally {
    button.removeAttribute('aria-busy');
  }
}
