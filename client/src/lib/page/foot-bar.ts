/** What lies over the foot of the page, as `styles.css` reads how high it is. */
type FootBar = '--pay-bar' | '--money-notice';

/**
 * Tells the styles how high a bar is that lies over the foot of the page, so that nothing is hidden
 * below it; nothing while it stands in the page itself. A second property, `…-known`, is `visible` from
 * then on, for what stands above the bar and must not be seen to move.
 * @returns for the `ref` of the bar
 */
export const footBar = (name: FootBar) => (bar: HTMLElement | null) => {
  if (!bar) return;
  const { style } = document.documentElement;
  const measure = () => {
    const isOver = getComputedStyle(bar).position === 'fixed';
    style.setProperty(name, `${isOver ? bar.offsetHeight : 0}px`);
    style.setProperty(`${name}-known`, 'visible');
  };
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
    style.removeProperty(`${name}-known`);
  };
};
