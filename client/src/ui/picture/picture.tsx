import { clsx } from 'clsx';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import type { PictureSources } from '#client/lib/picture-address';

interface PictureProps
  extends Omit<
    ComponentProps<'img'>,
    'src' | 'srcSet' | 'ref' | 'width' | 'height' | 'loading' | 'onError'
  > {
  sources: PictureSources;
  /** How wide it is shown, as in HTML: the browser chooses the file by it, before it knows the layout. */
  sizes: string;
  alt: string;
  /**
   * Late ones are not asked for before they are seen; the page as it comes has the others. Those in
   * view come after its style sheet, which lays it out, and before its code.
   */
  loading: 'late' | 'lazy' | 'in-view' | 'eager';
  /** @param file that did not come */
  onFail: (file: string) => void;
}

/** Fills its parent. Visible without script, and the same on the server. */
export function Picture(props: PictureProps) {
  return props.loading === 'late' ? <LatePicture {...props} /> : <Elements {...props} />;
}

function LatePicture(props: PictureProps) {
  const place = useRef<HTMLDivElement>(null);
  if (useFirstLook(place)) return <Elements {...props} />;
  const { alt, className } = props;
  return (
    // What is pressed stays: a press that began on what is gone when it ends is no click.
    <div
      ref={place}
      className={clsx('pointer-events-none', className)}
      {...(alt && { role: 'img', 'aria-label': alt })}
    >
      {/* Few browsers need it, and every page carries it. */}
      <noscript>
        <AnyBrowsersImage {...props} />
      </noscript>
    </div>
  );
}

/**
 * Whether what stands at this element is worth its bytes: once it is seen, or once anything is
 * scrolled. A browser's own lazy loading looks three screens ahead of somebody who may never scroll;
 * from the first scroll on, that is just right.
 */
function useFirstLook(element: RefObject<Element | null>): boolean {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const scrolling = { capture: true, passive: true };
    const want = () => {
      stop();
      setIsWanted(true);
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) want();
    });
    const stop = () => {
      observer.disconnect();
      window.removeEventListener('scroll', want, scrolling);
    };
    observer.observe(element.current);
    window.addEventListener('scroll', want, scrolling);
    return stop;
  }, [element]);
  return isWanted;
}

/** What the browser has chosen. */
const fileOf = ({ currentSrc, src }: HTMLImageElement): string => currentSrc || src;

function Elements(props: PictureProps) {
  const { srcSet } = props.sources;
  return (
    <picture className="contents">
      {srcSet && <source type="image/avif" srcSet={srcSet.avif} sizes={props.sizes} />}
      <AnyBrowsersImage {...props} />
    </picture>
  );
}

function AnyBrowsersImage({
  sources: { src, srcSet },
  sizes,
  alt,
  loading,
  onFail,
  ...img
}: PictureProps) {
  return (
    <img
      {...img}
      // What has failed before React came tells it no more.
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) onFail(fileOf(element));
      }}
      // Before its source, which it is asked for by.
      loading={loading === 'eager' ? 'eager' : 'lazy'}
      {...(loading === 'in-view' && { fetchPriority: 'high' })}
      src={src}
      {...(srcSet && { srcSet: srcSet.webp, sizes })}
      alt={alt}
      decoding="async"
      onError={({ currentTarget }) => onFail(fileOf(currentTarget))}
    />
  );
}
