import type { VirtualItem } from '@tanstack/react-virtual';
import { type ArtistFilters, NO_FILTERS } from './artist-filters';

interface ListMemory {
  filters: ArtistFilters;
  /** Heights of the rows that were on screen: with them the page is as long as it was. */
  measurements: VirtualItem[];
}

let memory: ListMemory = { filters: NO_FILTERS, measurements: [] };

/** Filters and scroll heights as the list was left; kept until the page is reloaded. */
export const rememberedList = (): ListMemory => memory;

export function rememberList(changes: Partial<ListMemory>): void {
  memory = { ...memory, ...changes };
}
