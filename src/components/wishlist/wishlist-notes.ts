import type { LitElement } from 'lit';
import { saveNote, WISHLIST, type Loyalty, type WishlistItem } from '../../services/index.ts';
import { ItemNotes } from '../saved-products/item-notes.ts';

// `notes` of `<loyalty-wishlist>`, loaded when the attribute is set.

/** @param announce sets the text for screen readers about the last change */
export const notesOf = (
  host: LitElement,
  customer: () => Loyalty | undefined,
  announce: (text: string) => void,
): ItemNotes<WishlistItem> =>
  new ItemNotes(host, {
    customer,
    list: () => WISHLIST,
    save: (loyalty, item, note) => saveNote(loyalty, WISHLIST, item, note),
    announce,
  });
