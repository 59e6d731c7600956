/** A dot to the eye; a voice makes the pause of a comma. */
export const Separator = () => (
  <>
    <span aria-hidden> · </span>
    <span className="sr-only">, </span>
  </>
);
