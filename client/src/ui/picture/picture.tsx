import { clsx } from 'clsx';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import type { PictureSources } from '#client/lib/picture-address';

interface PictureProps
  extends Omit<
    ComponentProps<'img'>,
    'src' | 'srcSet' | 'ref' | 'width' | 'height' | 'loading' | 'onError'
  > {
  sources: PictureSources;
  /** Displayed width, as in HTML: the browser chooses the file by it before it has the layout. */
  sizes: string;
  alt: string;
  /**
   * `late` pictures load only once visible; the others are in the HTML. Those in view load after
   * the style sheet, which lays the page out, and before the code.
   */
  loading: 'late' | 'lazy' | 'in-view' | 'eager';
  /** @param file address that failed to load */
  onFail: (file: string) => void;
}

/** Fills its parent. Visible without script, and the same on the server. */
export function Picture(props: PictureProps) {
  return props.loading === 'late' ? <LatePicture {...props} /> : <Elements {...props} />;
}

function LatePicture(props: PictureProps) {
  const placeholder = useRef<HTMLDivElement>(null);
  if (useIsNeeded(placeholder)) return <Elements {...props} />;
  const { alt, className } = props;
  return (
    // The pressed element stays in place: a press that ends on another element is no click.
    <div
      ref={placeholder}
      className={clsx('pointer-events-none', className)}
      {...(alt && { role: 'img', 'aria-label': alt })}
    >
      {/* Without AVIF: few browsers need this, and every page contains it. */}
      <noscript>
        <AnyBrowsersImage {...props} />
      </noscript>
    </div>
  );
}

/**
 * True once the element is visible or the page has been scrolled. The browser's own lazy loading
 * loads three screens ahead, but the visitor may never scroll; after the first scroll it is the
 * right choice.
 */
function useIsNeeded(element: RefObject<Element | null>): boolean {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const scrolling = { capture: true, passive: true };
    const markNeeded = () => {
      stop();
      setIsNeeded(true);
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) markNeeded();
    });
    const stop = () => {
      observer.disconnect();
      window.removeEventListener('scroll', markNeeded, scrolling);
    };
    observer.observe(element.current);
    window.addEventListener('scroll', markNeeded, scrolling);
    return stop;
  }, [element]);
  return isNeeded;
}

/** The file that the browser has chosen. */
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
      // A picture that failed before hydration fires no more events.
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) onFail(fileOf(element));
      }}
      // Before `src`, which starts the request.
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
