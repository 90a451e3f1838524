/** Shows from the next frame on a pressed button that it waits for something, such as code that is not loaded yet. */
export function whileBusy<Result>(button: Element, work: Promise<Result>): Promise<Result> {
  button.ariaBusy = 'true';
  return work.finally(() => {
    button.ariaBusy = null;
  });
}
