/** Whether a path is at the administrators' desk; in any letters, as the router takes it. */
export const isAtDesk = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/**
 * Lights the whole document for the page at this path: by day at the desk, else as a dark stage. The
 * `desk` class is what changes the colours; the browser's own bar takes that of the page.
 */
export function lightFor(path: string): void {
  document.getElementById('root')?.classList.toggle('desk', isAtDesk(path));
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor);
}
