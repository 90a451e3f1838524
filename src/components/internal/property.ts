import type { LitElement, PropertyDeclaration } from 'lit';

/**
 * Makes a field a reactive property, with an attribute unless `attribute` is false. Lit's decorators of the same names serve
 * three decorator dialects at six times the bytes; we write one.
 */
export const property =
  (options?: PropertyDeclaration) =>
  (prototype: LitElement, name: string): void =>
    (prototype.constructor as typeof LitElement).createProperty(name, options);

/** Reactive, and nobody's business outside. */
export const state = () => property({ attribute: false, state: true } as PropertyDeclaration);
