/** Whether an address is one of the site's. */
export function isOnSite(address: string, site: URL): boolean {
  return URL.canParse(address) && new URL(address).origin === site.origin;
}
