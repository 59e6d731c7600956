import { lazy, Suspense } from 'react';
import { importPatiently } from '#client/lib/failures/import-patiently';
import { whenQuiet } from '#client/lib/when-idle';
import type { CategoryIconProps } from './category-drawing';

const importDrawing = () => import('./category-drawing');

/**
 * Sixty drawings are not worth a wait: a page that the server draws has them, others get them later.
 * Until they come, what was drawn, or left out, stays so.
 */
const CategoryDrawing = import.meta.env.SSR
  ? (await importDrawing()).CategoryDrawing
  : lazy(async () => {
      await new Promise<void>(whenQuiet);
      return { default: (await importPatiently(importDrawing)).CategoryDrawing };
    });

const NoDrawing = ({ className }: CategoryIconProps) => <svg aria-hidden className={className} />;

export const CategoryIcon = (icon: CategoryIconProps) => (
  <Suspense fallback={<NoDrawing {...icon} />}>
    <CategoryDrawing {...icon} />
  </Suspense>
);
