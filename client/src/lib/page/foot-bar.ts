/** A bar fixed to the bottom of the page: the property in which `styles.css` reads its height. */
type FootBar = '--pay-bar' | '--money-notice';

/**
 * Reports to the styles the height of a bar fixed to the bottom of the page, so that it hides
 * nothing; 0 while it is in the flow of the page. A second property, `…-known`, is `visible` from
 * then on, for content above the bar that must not move visibly.
 * @returns a `ref` for the bar
 */
export const footBar = (name: FootBar) => (bar: HTMLElement | null) => {
  if (!bar) return;
  const { style } = document.documentElement;
  const measure = () => {
    const isFixed = getComputedStyle(bar).position === 'fixed';
    style.setProperty(name, `${isFixed ? bar.offsetHeight : 0}px`);
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
