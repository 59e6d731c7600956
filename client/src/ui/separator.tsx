import { Fragment, type ReactNode } from 'react';

/**
 * A dot to the eye; a voice makes the pause of a comma, which scrolls with the text around it, where
 * it would make the page wider otherwise.
 */
export const Separator = () => (
  <span className="relative">
    <span aria-hidden> · </span>
    <span className="sr-only">, </span>
  </span>
);

/** Those that there are, with a separator between them. */
export const Separated = ({ items }: { items: readonly ReactNode[] }) =>
  items.filter(Boolean).map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: each has its own place.
    <Fragment key={index}>
      {index > 0 && <Separator />}
      {item}
    </Fragment>
  ));
