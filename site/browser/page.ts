// The script of every page of the site.
import { offerCopies } from './copy.ts';
import { fitFrames, followTheme } from './frames.ts';
import { offerFrameworks } from './frameworks.ts';
import { offerLooks } from './looks.ts';
import { startHooks, startPlayground } from './playground.ts';
import { offerSearch } from './search.ts';
import { offerThemes } from './theme.ts';

offerThemes();
offerCopies();
offerFrameworks();
offerSearch();
fitFrames();
followTheme();
for (const section of document.querySelectorAll<HTMLElement>('[data-playground]')) startPlayground(section);
for (const section of document.querySelectorAll<HTMLElement>('[data-hooks]')) startHooks(section);
for (const section of document.querySelectorAll<HTMLElement>('[data-looks]')) offerLooks(section);
// The list of pages is open where there is room for it.
const wide = matchMedia('(min-width: 60rem)');
for (const side of document.querySelectorAll<HTMLDetailsElement>('[data-side]')) side.open = wide.matches;
