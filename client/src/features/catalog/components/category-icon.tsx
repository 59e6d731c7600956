import { lazy, Suspense } from 'react';
import type { CategoryIconProps } from './category-drawing';

const importDrawing = () => import('./category-drawing');

/** What was drawn, or left out, stays so: to take over a server's drawing with another one is an error. */
const never = () => new Promise<never>(() => {});

/** Sixty drawings are not worth a wait: a page that the server draws has them, others get them later. */
const CategoryDrawing = import.meta.env.SSR
  ? (await importDrawing()).CategoryDrawing
  : lazy(() =>
      importDrawing().then(({ CategoryDrawing }) => ({ default: CategoryDrawing }), never),
    );

const NoDrawing = ({ className }: CategoryIconProps) => <svg aria-hidden className={className} />;

export const CategoryIcon = (icon: CategoryIconProps) => (
  <Suspense fallback={<NoDrawing {...icon} />}>
    <CategoryDrawing {...icon} />
  </Suspense>
);
