import type { TextLanguages } from '../../services/index.ts';
import { inLanguage } from './in-language.ts';

/** Stands for a name while a sentence is made around it: a character that no name has. */
const PLACE = '\uE000';

/**
 * A sentence of ours around the name of a record of the service, which is marked with its language.
 * @param sentence makes it with this name; one of the page's own may have it not at all, or twice
 */
export const aroundName = (
  sentence: (name: string) => string,
  record: { readonly name: string; readonly languages?: TextLanguages | undefined } | null | undefined,
): unknown[] =>
  sentence(PLACE)
    .split(PLACE)
    .flatMap((part, at) => (at ? [inLanguage(record?.name, record?.languages?.['name']), part] : part));
