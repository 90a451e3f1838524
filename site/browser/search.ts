/** What this file uses of the search index that the build makes. */
interface Pagefind {
  debouncedSearch(words: string): Promise<{ readonly results: readonly { data(): Promise<Found> }[] } | null>;
}
interface Found {
  readonly url: string;
  readonly meta: { readonly title: string };
  readonly plain_excerpt: string;
  readonly sub_results: readonly { readonly url: string; readonly title: string }[];
}

const MOST_RESULTS = 8;

/** The dialog that searches all pages. The index is loaded when it is opened for the first time. */
export function offerSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search]')!;
  const dialog = document.querySelector<HTMLDialogElement>('[data-search-dialog]')!;
  const input = dialog.querySelector('input')!;
  const status = dialog.querySelector('[role=status]')!;
  const list = dialog.querySelector('ul')!;
  button.hidden = false;
  button.addEventListener('click', () => dialog.showModal());
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.composedPath().some((target) => target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    dialog.showModal();
  });
  input.addEventListener('input', async () => {
    const words = input.value.trim();
    const found = words ? await find(words) : [];
    if (!found) return; // a newer search has begun
    list.replaceChildren(...found.map(line));
    status.textContent = words ? `${found.length || 'No'} ${found.length === 1 ? 'page' : 'pages'}` : '';
  });
  // Enter follows the first result instead of closing the dialog.
  dialog.querySelector('form')!.addEventListener('submit', (event) => {
    if (
      (event.submitter as HTMLButtonElement | null)?.value === 'close' &&
      event.isTrusted &&
      document.activeElement !== input
    )
      return;
    event.preventDefault();
    list.querySelector('a')?.click();
  });
}

async function find(words: string): Promise<readonly Found[] | undefined> {
  const file = '../pagefind/pagefind.js';
  const index = (await import(file)) as Pagefind;
  const answer = await index.debouncedSearch(words);
  return answer
    ? Promise.all(answer.results.slice(0, MOST_RESULTS).map((result) => result.data()))
    : undefined;
}

function line({ url, meta, plain_excerpt: excerpt, sub_results: parts }: Found): HTMLLIElement {
  const best = parts[0] ?? { url, title: meta.title };
  const title = best.title === meta.title ? meta.title : `${meta.title}: ${best.title}`;
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: best.url, textContent: title });
  item.append(link, Object.assign(document.createElement('p'), { textContent: excerpt }));
  return item;
}
