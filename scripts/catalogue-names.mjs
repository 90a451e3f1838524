import { readFileSync } from 'node:fs';

/** The names of all elements in the order of the catalogue, the provider first. Read as text: scripts run without TypeScript. */
export const elementNames = [
  'provider',
  ...[...readFileSync('src/components/catalogue.ts', 'utf8').matchAll(/name: '([a-z-]+)'/g)].map(
    ([, name]) => name,
  ),
];
