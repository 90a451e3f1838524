/** The address of a page of the shop that an attribute gives, relative to the document: https, or of the page's own origin. */
export function pageLink(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address, document.baseURI)) return undefined;
  const { protocol, origin, href } = new URL(address, document.baseURI);
  return protocol === 'https:' || origin === location.origin ? href : undefined;
}
