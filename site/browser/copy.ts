/** Gives every snippet its button, which copies what stands beside it. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      const text = button.parentElement!.querySelector('code')!.textContent;
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2_000);
    });
  }
}
