import { WISHLIST } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';

/** The name that an element gives the list of the hearts when it creates it. */
const FIRST_NAME = 'Wishlist';

/** The name of a list. The list of the hearts has that of the page's language, unless its owner has given it another one. */
export const listNameOf = ({
  handle,
  name,
}: {
  readonly handle: string;
  readonly name: string | undefined;
}): string =>
  name === undefined || (handle === WISHLIST && name === FIRST_NAME) ? localize('Wishlist') : name;
