import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { pictureSources } from '#client/lib/picture-address';
import { Picture } from '#client/ui/picture/picture';
import { usePicture } from '#client/ui/picture/use-picture';
import type { Category } from '#shared/contracts/catalog';
import { PICTURE_SIZES } from '../../model/picture-sizes';

type BackdropCategory = Pick<Category, 'backgroundColor' | 'backgroundImageUrl'>;

declare module 'react' {
  interface CSSProperties {
    '--category-color'?: string;
  }
}

/** Sets the colour that `category-backdrop` paints with; blue when it is missing or invalid. */
const colourOf = ({ backgroundColor }: BackdropCategory): CSSProperties =>
  backgroundColor ? { '--category-color': backgroundColor } : {};

interface CategoryBackdropProps {
  category: BackdropCategory;
  place: 'categoryCard' | 'categoryHero';
  /** True when a phone shows it before scrolling: it is loaded first. */
  isInView: boolean;
  className?: string;
}

/** Fills its positioned parent with the category's picture, or its colour when there is none. */
export function CategoryBackdrop({ category, place, isInView, className }: CategoryBackdropProps) {
  const [isShown, onFail] = usePicture(category.backgroundImageUrl);
  const sources = pictureSources(category.backgroundImageUrl);
  return (
    <div
      aria-hidden
      style={colourOf(category)}
      className={clsx('category-backdrop absolute inset-0 overflow-hidden', className)}
    >
      {sources && isShown && (
        <>
          <Picture
            sources={sources}
            sizes={PICTURE_SIZES[place]}
            alt=""
            loading={isInView ? 'in-view' : 'late'}
            onFail={onFail}
            className="size-full object-cover"
          />
          <div className="picture-shade absolute inset-0" />
        </>
      )}
    </div>
  );
}
