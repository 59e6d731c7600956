import type { VirtualItem } from '@tanstack/react-virtual';
import { type ArtistFilters, NO_FILTERS } from './artist-filters';

interface ListMemory {
  filters: ArtistFilters;
  /** Heights of the rendered rows: they restore the length of the page. */
  measurements: VirtualItem[];
}

let memory: ListMemory = { filters: NO_FILTERS, measurements: [] };

/** Filters and scroll positions of the list when it was left; kept until the page is reloaded. */
export const rememberedList = (): ListMemory => memory;

export function rememberList(changes: Partial<ListMemory>): void {
  memory = { ...memory, ...changes };
}
