export { VoterTracking } from './voter-tracking';
