interface UntranslatedPartProps {
  /** A name, a code or an amount in the sentence. */
  part: string;
  /** The sentence. */
  children: string;
}

/** A sentence that the browser's translator may translate, except for this part. */
export function UntranslatedPart({ part, children: sentence }: UntranslatedPartProps) {
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
