const STORED = 'loyalty-site-theme';

/** Lets the reader change between light and dark; without a choice the site follows the system. */
export function offerThemes(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')!;
  const root = document.documentElement;
  const show = (): void => {
    button.textContent = siteIsDark() ? 'Light' : 'Dark';
    document.dispatchEvent(new Event('site-theme'));
  };
  root.dataset['theme'] = localStorage.getItem(STORED) ?? '';
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset['theme'] = siteIsDark() ? 'light' : 'dark';
    localStorage.setItem(STORED, root.dataset['theme']);
    show();
  });
  show();
}

/** Whether the reader chose dark, or the system is dark and nothing is chosen. */
export const siteIsDark = (): boolean =>
  document.documentElement.dataset['theme']
    ? document.documentElement.dataset['theme'] === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
