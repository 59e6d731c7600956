import { lazy, Suspense } from 'react';
import { importOrReload } from '#client/lib/import-or-reload';
import type { Picture } from './picture';
import { heightOf } from './picture-height';

const ChartCanvas = lazy(async () => ({
  default: (await importOrReload(() => import('./chart-canvas'))).ChartCanvas,
}));

interface ChartPictureProps {
  picture: Picture;
  /** What a screen reader says of it. */
  label: string;
}

/** As high while its code is on its way as afterwards. Keeps its colours where others are forced. */
export const ChartPicture = ({ picture, label }: ChartPictureProps) => (
  <div
    className="relative min-w-0 bg-stage-raised forced-color-adjust-none"
    style={{ height: heightOf(picture) }}
  >
    <Suspense>
      <ChartCanvas picture={picture} label={label} />
    </Suspense>
  </div>
);
