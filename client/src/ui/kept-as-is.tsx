interface KeptAsIsProps {
  /** A name, a code or a sum that the sentence holds. */
  part: string;
  /** The sentence. */
  children: string;
}

/** A sentence that the browser's translator may translate, all but this part of it. */
export function KeptAsIs({ part, children: sentence }: KeptAsIsProps) {
  const at = sentence.indexOf(part);
  if (at === -1) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <span translate="no">{part}</span>
      {sentence.slice(at + part.length)}
    </>
  );
}
