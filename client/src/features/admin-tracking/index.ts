export { VoterTracking } from './screen';
