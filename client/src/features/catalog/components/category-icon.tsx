import { lazy, Suspense } from 'react';
import type { CategoryIconProps } from './category-drawing';

const importDrawing = () => import('./category-drawing');

/** Sixty drawings are not worth a wait: a page that the server draws has them, others get them later. */
const CategoryDrawing = import.meta.env.SSR
  ? (await importDrawing()).CategoryDrawing
  : lazy(() =>
      importDrawing().then(
        ({ CategoryDrawing }) => ({ default: CategoryDrawing }),
        () => ({ default: NoDrawing }),
      ),
    );

const NoDrawing = ({ className }: CategoryIconProps) => <svg aria-hidden className={className} />;

export const CategoryIcon = (icon: CategoryIconProps) => (
  <Suspense fallback={<NoDrawing {...icon} />}>
    <CategoryDrawing {...icon} />
  </Suspense>
);
