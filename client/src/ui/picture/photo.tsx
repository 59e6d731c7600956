import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { pictureSources } from '#client/lib/picture-address';
import { initialOf } from '#shared/domain/initial-of';
import { Picture } from './picture';
import { usePicture } from './use-picture';

interface PhotoProps
  extends Pick<ComponentProps<typeof Picture>, 'sizes' | 'className' | 'fetchPriority'> {
  /** As the picture's owner has it, whichever host that is. */
  address: string | null;
  name: string;
  /** The name stands beside it: the picture says nothing to whoever hears the page. */
  isNamedBeside?: boolean;
  loading?: ComponentProps<typeof Picture>['loading'];
}

/**
 * Fills its parent, which sets the aspect, and is cut from below rather than through a head.
 * Without a picture it shows the initial letter.
 */
export function Photo({
  address,
  name,
  className,
  isNamedBeside = false,
  loading = 'late',
  ...img
}: PhotoProps) {
  const [isShown, onFail] = usePicture(address);
  const sources = pictureSources(address);

  if (!sources || !isShown) {
    return (
      <div
        {...(isNamedBeside ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
        className={clsx(
          'photo-placeholder flex size-full items-center justify-center font-bold font-display base:text-6xl text-gold',
          className,
        )}
      >
        {initialOf(name)}
      </div>
    );
  }
  return (
    <Picture
      {...img}
      // Else the last picture would stay until the next one is there.
      key={address}
      sources={sources}
      alt={isNamedBeside ? '' : name}
      loading={loading}
      onFail={onFail}
      className={clsx(
        'size-full photo-stage object-[50%_20%] object-cover text-transparent',
        className,
      )}
    />
  );
}
