import type { LitElement } from 'lit';

/** The elements of the page, also those inside shadow roots, where `querySelectorAll()` finds none. */
export const shownElements = new Set<LitElement>();
