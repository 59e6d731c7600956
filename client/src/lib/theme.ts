/** Whether a path belongs to the administration; in any letters, as the router takes it. */
export const isAdminPath = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/**
 * Gives the whole document the theme of the page at this path: light in the administration, dark on
 * the public site. The class `admin-theme` is what changes the colours; the browser's own bar takes that
 * of the page.
 */
export function applyTheme(path: string): void {
  const isAdmin = isAdminPath(path);
  document.documentElement.classList.toggle('admin-theme', isAdmin);
  document.getElementById('root')?.classList.toggle('admin', isAdmin);
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor);
}
