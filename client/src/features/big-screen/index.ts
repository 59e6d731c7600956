export { BigScreen } from './screen';
