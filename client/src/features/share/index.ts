export { useShare } from './use-share';
