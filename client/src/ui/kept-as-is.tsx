interface KeptAsIsProps {
  /** A name, a code or a sum that the sentence holds; several of them in their order. */
  part: string | readonly string[];
  /** The sentence. */
  children: string;
}

/** A sentence that the browser's translator may translate, all but this part of it. */
export function KeptAsIs({ part, children: sentence }: KeptAsIsProps) {
  const [first, ...others] = [part].flat();
  const at = first === undefined ? -1 : sentence.indexOf(first);
  if (first === undefined || at === -1) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <span translate="no">{first}</span>
      <KeptAsIs part={others}>{sentence.slice(at + first.length)}</KeptAsIs>
    </>
  );
}
