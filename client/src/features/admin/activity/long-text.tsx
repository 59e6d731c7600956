import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#client/lib/cn';
import { useOverflow } from '#client/lib/use-overflow';

/** A text as it was written; a long one is shown by its beginning until asked for. */
export function LongText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const [isCut, box] = useOverflow<HTMLSpanElement>(!isUnfolded);
  return (
    <>
      <span
        ref={box}
        className={cn('block wrap-anywhere whitespace-pre-wrap', !isUnfolded && 'line-clamp-3')}
      >
        {text}
      </span>
      {(isCut || isUnfolded) && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="block min-h-touch font-semibold text-gold underline underline-offset-4"
        >
          {t(isUnfolded ? 'activity.showLess' : 'activity.wholeText')}
        </button>
      )}
    </>
  );
}
