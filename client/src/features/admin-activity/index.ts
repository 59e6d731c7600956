export { ActivityScreen } from './screen';
