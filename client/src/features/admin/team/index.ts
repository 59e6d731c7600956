export { TeamScreen } from './screen';
