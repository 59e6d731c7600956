import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { pictureSources } from '#client/lib/picture-address';
import { initialOf } from '#shared/domain/initial-of';
import { Picture } from './picture';
import { usePicture } from './use-picture';

interface PhotoProps
  extends Pick<ComponentProps<typeof Picture>, 'sizes' | 'className' | 'fetchPriority'> {
  /** The address as entered, on any host. */
  address: string | null;
  name: string;
  /** True when the name is beside it: the picture is then hidden from screen readers. */
  isNamedBeside?: boolean;
  loading?: ComponentProps<typeof Picture>['loading'];
}

/**
 * Fills its parent, which sets the aspect ratio, and is cropped from below so that heads are not
 * cut off. Without a picture it shows the initial letter.
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
      // Otherwise the previous picture would stay until the next one has loaded.
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
