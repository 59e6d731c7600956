export { postersQuery } from './api';
export { Posters } from './screen';
