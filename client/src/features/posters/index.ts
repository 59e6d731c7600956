export { postersQuery } from './api';
