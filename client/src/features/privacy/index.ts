export { Privacy } from './screen';
