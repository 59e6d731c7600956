export { VotersScreen } from './screen';
