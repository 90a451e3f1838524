import { onEachLoad } from './frames.ts';
import { workersRun } from './worker.ts';

/** The sample of the theming page: the chosen style sheet and the entered values are applied to it at once. */
export function offerLooks(section: HTMLElement): void {
  const frame = section.querySelector<HTMLIFrameElement>('[data-frame]')!;
  const buttons = [...section.querySelectorAll<HTMLButtonElement>('button[data-look]')];
  const inputs = [...section.querySelectorAll<HTMLInputElement>('[data-root-property]')];
  const sourceOf = (look: string) =>
    look ? section.querySelector(`[data-look-source="${look}"] code`)!.textContent : '';
  const values = new Map<string, string>();
  let chosen = '';

  const apply = (page: Document): void => {
    const sheet = page.head.querySelector('style[data-look]') ?? page.createElement('style');
    sheet.setAttribute('data-look', chosen);
    const own = [...values].map(([name, value]) => `  ${name}: ${value};`).join('\n');
    sheet.textContent = `${sourceOf(chosen)}\n:root {\n${own}\n}`;
    page.head.append(sheet);
  };
  const applyNow = () => frame.contentDocument && apply(frame.contentDocument);

  section.querySelector<HTMLElement>('[data-look-choices]')!.hidden = !workersRun;
  section.querySelector<HTMLElement>('[data-no-worker]')!.hidden = workersRun;
  for (const button of buttons) {
    button.addEventListener('click', () => {
      chosen = button.dataset['look']!;
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      for (const source of section.querySelectorAll<HTMLElement>('[data-look-source]'))
        source.hidden = Boolean(chosen) && source.dataset['lookSource'] !== chosen;
      applyNow();
    });
  }
  for (const input of inputs) {
    input.addEventListener('input', () => {
      if (input.value) values.set(input.dataset['rootProperty']!, input.value);
      else values.delete(input.dataset['rootProperty']!);
      applyNow();
    });
  }
  onEachLoad(frame, apply);
}
