import { type CSSProperties, useState } from 'react';
import { cn } from '#client/lib/cn';
import type { Category } from '#shared/contracts/catalog';

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
  loading?: 'lazy' | 'eager';
  className?: string;
}

/** Fills its positioned parent with the category's picture, or its colour where there is none. */
export function CategoryBackdrop({ category, loading, className }: CategoryBackdropProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <div
      aria-hidden
      style={colourOf(category)}
      className={cn('category-backdrop absolute inset-0 overflow-hidden', className)}
    >
      {category.backgroundImageUrl && !hasFailed && (
        <>
          <img
            src={category.backgroundImageUrl}
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
