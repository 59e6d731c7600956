/**
 * A browser's translator replaces text nodes by its own elements. React does not know that, and
 * crashes with the whole page when it removes such a text or inserts something before it
 * (https://github.com/facebook/react/issues/11538). With this patch, removing a node that is no
 * child any more does nothing, and inserting before it appends at the end.
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
