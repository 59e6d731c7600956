export { HistoryDialog } from './components/history-dialog';
export { VoterTracking } from './screen';
