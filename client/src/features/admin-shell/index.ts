export { AdminLayout } from './components/admin-layout';
export { DeleteButton } from './components/delete-button';
export { LoadFailed } from './components/load-failed';
export { Notice } from './components/notice';
export { QueryView } from './components/query-view';
export { DENSE_FIELD, SelectField } from './components/select-field';
export { StaleNote } from './components/stale-note';
export { useDeleteWithUndo } from './use-delete-with-undo';
export { useRefreshCatalog } from './use-refresh-catalog';
