export { Dashboard } from './screen';
