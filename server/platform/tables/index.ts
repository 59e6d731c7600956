export {
  assignColumns,
  headedFields,
  headingWords,
  isTotal,
  type Meaning,
  weighHeadings,
} from './columns';
export { hasWrongLetters, isShortened, repairedLetters } from './damage';
export { REPLACEMENT_CHARACTER } from './decode-file';
export { openTable, type PassedRows, type Table, type TableRow } from './open-table';
export { unreadableImport } from './unreadable-import';
