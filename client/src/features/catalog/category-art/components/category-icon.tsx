import { lazy, Suspense } from 'react';
import { importWithRetry } from '#client/lib/failures/import-with-retry';
import { whenQuiet } from '#client/lib/when-idle';
import type { CategoryIconProps } from './category-drawing';

const importDrawing = () => import('./category-drawing');

/**
 * The page does not wait for sixty icons: a server-rendered page includes its icons, other pages
 * load them lazily. Until they load, the server-rendered icon, or a gap, stays.
 */
const CategoryDrawing = import.meta.env.SSR
  ? (await importDrawing()).CategoryDrawing
  : lazy(async () => {
      await new Promise<void>(whenQuiet);
      return { default: (await importWithRetry(importDrawing)).CategoryDrawing };
    });

const NoDrawing = ({ className }: CategoryIconProps) => <svg aria-hidden className={className} />;

export const CategoryIcon = (icon: CategoryIconProps) => (
  <Suspense fallback={<NoDrawing {...icon} />}>
    <CategoryDrawing {...icon} />
  </Suspense>
);
