/** After the frame that shows an element's content: what only a press needs must not delay it. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
