/**
 * A browser's translator puts elements of its own in the place of texts. React, which does not know,
 * then fails where it takes such a text away or puts something before it, and the page with it
 * (https://github.com/facebook/react/issues/11538). What is no child any more needs no removal, and
 * what would stand before it stands at the end.
 */
export function surviveTranslators(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function remove<Child extends Node>(
    this: Node,
    child: Child,
  ): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as Child;
  };
}
