export { ColumnList } from './components/column-list';
export { FoundTable } from './components/found-table';
export { fileProblemOf, readTableFile } from './model/file-problem';
export { queryOfPlace } from './model/place';
