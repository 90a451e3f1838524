/** The address of a list: the template of the page with the handle instead of `{handle}`, relative to the page. */
export function linkOf(template: string, handle: string): string {
  const address = template.replaceAll('{handle}', encodeURIComponent(handle));
  return URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : address;
}
