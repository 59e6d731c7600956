/** True when a path belongs to the administration; ignores case, as the router does. */
export const isAdminPath = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/**
 * Sets the theme of the whole document by the path of the page: light in the administration, dark
 * on the public site. The class `admin-theme` changes the colours; the browser's toolbar takes the
 * page's colour.
 */
export function applyTheme(path: string): void {
  const isAdmin = isAdminPath(path);
  document.documentElement.classList.toggle('admin-theme', isAdmin);
  document.getElementById('root')?.classList.toggle('admin', isAdmin);
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor);
}
