import { useState } from 'react';
import { browserStorage } from '../../lib/storage';

const STORAGE_KEY = 'adminArtistViewMode';

export type ViewMode = 'list' | 'grid';

/** How the artists are laid out, as this browser was last told. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [mode, setMode] = useState<ViewMode>(() =>
    browserStorage.getItem(STORAGE_KEY) === 'grid' ? 'grid' : 'list',
  );
  return [
    mode,
    (next) => {
      browserStorage.setItem(STORAGE_KEY, next);
      setMode(next);
    },
  ];
}
