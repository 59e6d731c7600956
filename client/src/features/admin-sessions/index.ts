export { SessionsScreen } from './screen';
