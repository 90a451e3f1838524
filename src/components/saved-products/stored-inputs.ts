/** What the attribute of each input had, and the item of its row. */
const known = new WeakMap<HTMLInputElement, { readonly value: string; readonly item: string | undefined }>();

/**
 * Shows stored values that have changed, called after each update. A browser ignores the attribute `value` of an input that was changed
 * once, and templates bind attributes only. What a shopper has typed and not saved stays, unless the row now has another item.
 */
export function showStored(root: ParentNode): void {
  for (const input of root.querySelectorAll('input')) {
    const item = input.closest<HTMLElement>('[data-item]')?.dataset['item'];
    const { defaultValue: value } = input;
    const before = known.get(input);
    // A date that is typed in part has no value.
    const isEdited = before?.item === item && (input.validity.badInput || input.value !== before?.value);
    if (before && !isEdited && input.value !== value) input.value = value;
    known.set(input, { value, item });
  }
}
