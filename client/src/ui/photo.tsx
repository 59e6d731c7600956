import { type ComponentProps, useState } from 'react';
import type { ImageWidth } from '#shared/contracts/images';
import { cn } from '../lib/cn';
import { pictureAddress } from '../lib/picture-address';
import { initialOf } from './initial-of';

interface PhotoProps
  extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'width' | 'onLoad' | 'onError'> {
  /** As the picture's owner has it, whichever host that is. */
  address: string | null;
  /** Of the largest that is needed, in pixels. */
  width?: ImageWidth;
  name: string;
}

/**
 * Fills its parent, which sets the aspect, and is cut from below rather than through a head.
 * Without a picture it shows the initial letter.
 */
export function Photo({ address, width, name, className, loading = 'lazy', ...img }: PhotoProps) {
  const [loadedSrc, setLoadedSrc] = useState<string | null>(null);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const src = pictureAddress(address, width);

  if (!src || src === failedSrc) {
    return (
      <div
        role="img"
        aria-label={name}
        className={cn(
          'photo-placeholder flex size-full items-center justify-center font-bold font-display text-6xl text-gold',
          className,
        )}
      >
        {initialOf(name)}
      </div>
    );
  }
  return (
    <img
      {...img}
      src={src}
      alt={name}
      loading={loading}
      decoding="async"
      onLoad={() => setLoadedSrc(src)}
      onError={() => setFailedSrc(src)}
      className={cn(
        'size-full bg-surface-high object-[50%_20%] object-cover text-transparent',
        // A picture at the top of the page shows at once: a fade would only delay it.
        loading === 'lazy' && 'transition-opacity duration-500',
        loading === 'lazy' && loadedSrc !== src && 'opacity-0',
        className,
      )}
    />
  );
}
