export { FairQueue } from './fair-queue';
export { disconnectionOf, Places } from './places';
