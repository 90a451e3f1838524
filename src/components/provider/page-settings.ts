// Settings of the provider that few pages have. One file for all of them: each import has its share in the first file of every page.

interface PageSettings {
  readonly host: 'shopify' | null | undefined;
  readonly savedName: 'saved' | null | undefined;
}

export async function applyPageSettings({ host, savedName }: PageSettings): Promise<void> {
  if (savedName === 'saved') (await import('../internal/texts/saved-texts.ts')).saySaved();
  if (host) (await import('./shopify-cart.ts')).connectHost(host);
}
