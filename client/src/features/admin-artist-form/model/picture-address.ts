/** Whether a preview can be tried; the contract decides what may be saved. */
export function isPictureAddress(address: string): boolean {
  if (address.startsWith('/uploads/')) return true;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
