export { CALLER_HEADER, callersOf, isFromServer } from './caller';
export { RehearsalFront } from './front';
export { folderOf, keyOf } from './own-keys';
export { reachOnly } from './own-machine';
export { findRun, PROCESS_LOCK, type Run } from './rehearsals';
export { registerRehearsal } from './routes';
export { shiftDate } from './shifted-date';
export type { StartedMessage, StartMessage } from './start-message';
