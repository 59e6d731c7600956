/** For how long a merge of artists can be undone, in ms. */
export const MERGE_UNDO_MS = 10 * 60_000;
