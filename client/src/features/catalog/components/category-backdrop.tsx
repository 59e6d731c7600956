import { type CSSProperties, useState } from 'react';
import { cn } from '#client/lib/cn';
import { pictureAddress } from '#client/lib/picture-address';
import type { Category } from '#shared/contracts/catalog';
import type { ImageWidth } from '#shared/contracts/images';

type BackdropCategory = Pick<Category, 'backgroundColor' | 'backgroundImageUrl'>;

declare module 'react' {
  interface CSSProperties {
    '--category-color'?: string;
  }
}

/** Sets the colour that `category-backdrop` paints with; without one, or a wrong one, it is blue. */
const colourOf = ({ backgroundColor }: BackdropCategory): CSSProperties =>
  backgroundColor ? { '--category-color': backgroundColor } : {};

interface CategoryBackdropProps {
  category: BackdropCategory;
  /** Of the largest picture that is needed, in pixels. */
  width?: ImageWidth;
  loading?: 'lazy' | 'eager';
  className?: string;
}

/** Fills its positioned parent with the category's picture, or its colour where there is none. */
export function CategoryBackdrop({ category, width, loading, className }: CategoryBackdropProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const src = pictureAddress(category.backgroundImageUrl, width);
  return (
    <div
      aria-hidden
      style={colourOf(category)}
      className={cn('category-backdrop absolute inset-0 overflow-hidden', className)}
    >
      {src && !hasFailed && (
        <>
          <img
            src={src}
            alt=""
            loading={loading}
            decoding="async"
            onError={() => setHasFailed(true)}
            className="size-full object-cover"
          />
          <div className="picture-shade absolute inset-0" />
        </>
      )}
    </div>
  );
}
