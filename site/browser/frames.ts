import { siteIsDark } from './theme.ts';

/** The document of an example, once its own script may have run; a frame that is still loading has none of it. */
export const documentOf = (frame: HTMLIFrameElement): Document | undefined =>
  frame.contentDocument?.querySelector('main') ? frame.contentDocument : undefined;

/** Calls back with the document of an example now and after each load. */
export function onEachLoad(frame: HTMLIFrameElement, loaded: (page: Document) => void): void {
  const notify = (): void => {
    const page = documentOf(frame);
    if (page) loaded(page);
  };
  frame.addEventListener('load', notify);
  notify();
}

/** Examples without settings of their own have the theme of the site. */
export function followTheme(): void {
  const frames = document.querySelectorAll<HTMLIFrameElement>('[data-frame]');
  const show = (): void => {
    for (const frame of frames)
      if (!frame.closest('[data-playground]')) setAddress(frame, { theme: siteIsDark() ? 'dark' : '' });
  };
  document.addEventListener('site-theme', show);
  show();
}

/** Makes every frame as high as its content. */
export function fitFrames(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('[data-frame]')) {
    onEachLoad(frame, (page) => {
      const fit = (): void => {
        frame.style.blockSize = `${Math.ceil(page.body.getBoundingClientRect().height)}px`;
      };
      new ResizeObserver(fit).observe(page.body);
      fit();
    });
  }
}

/** Shows an example with other settings: its page reads them from the address. */
export function setAddress(frame: HTMLIFrameElement, changes: Readonly<Record<string, string>>): void {
  const address = new URL(frame.src);
  for (const [name, value] of Object.entries(changes)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  if (address.href !== frame.src) frame.src = address.href;
}
