// The page of a live example: it shows the example in the state that its address names.
import { answersAreReady, workersRun } from './worker.ts';

const parameters = new URLSearchParams(location.search);
const root = document.documentElement;
root.dataset['theme'] = parameters.get('theme') ?? '';
root.dir = parameters.get('dir') ?? 'ltr';

for (const provider of document.querySelectorAll('loyalty-provider')) {
  if (parameters.get('state') === 'guest') {
    for (const name of ['customer-id', 'signature', 'signed-at']) provider.removeAttribute(name);
    // Another service: in the browser of the reader, members of the other examples are signed in at the usual one.
    if (provider.hasAttribute('base-url'))
      provider.setAttribute('base-url', 'https://guests.acme.example.com/api');
  } else if (provider.hasAttribute('signed-at')) {
    provider.setAttribute('signed-at', String(Math.floor(Date.now() / 1000)));
  }
}

// The links that elements make lead to pages that only a shop has, also those that would open in a new tab.
for (const press of ['click', 'auxclick'])
  document.addEventListener(press, (event) => {
    if (event.composedPath().some((target) => target instanceof HTMLAnchorElement)) event.preventDefault();
  });

if (workersRun) {
  await answersAreReady(document.querySelector('main')!.dataset['root']!);
  const elements = './elements/loyalty.js';
  await import(elements);
} else root.dataset['still'] = '';
