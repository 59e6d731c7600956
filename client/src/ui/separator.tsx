import { Fragment, type ReactNode } from 'react';

/**
 * A dot that screen readers render as the pause of a comma. The comma is positioned within
 * the dot, so that it scrolls with the text instead of widening the page.
 */
export const Separator = () => (
  <span className="relative">
    <span aria-hidden> · </span>
    <span className="sr-only">, </span>
  </span>
);

/** Joins the items that are present with separators. */
export const Separated = ({ items }: { items: readonly ReactNode[] }) =>
  items.filter(Boolean).map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the position is the only identity of an item.
    <Fragment key={index}>
      {index > 0 && <Separator />}
      {item}
    </Fragment>
  ));
