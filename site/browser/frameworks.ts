const STORED = 'loyalty-site-framework';

/** Lets the reader choose the framework of all examples, on this page and the next ones. */
export function offerFrameworks(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-framework]')];
  const sources = [...document.querySelectorAll<HTMLElement>('[data-framework-source]')];
  const choose = (framework: string): void => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset['framework'] === framework));
    for (const source of sources) {
      const isOffered = source.parentElement!.querySelector(`[data-framework="${framework}"]`);
      source.hidden = source.dataset['frameworkSource'] !== (isOffered ? framework : 'HTML');
    }
  };
  for (const choices of document.querySelectorAll<HTMLElement>('[data-framework-choices]'))
    choices.hidden = false;
  for (const button of buttons)
    button.addEventListener('click', () => {
      localStorage.setItem(STORED, button.dataset['framework']!);
      choose(button.dataset['framework']!);
    });
  const stored = localStorage.getItem(STORED) ?? '';
  if (buttons.some(({ dataset }) => dataset['framework'] === stored)) choose(stored);
}
