export { countKept, eraseVoter } from './erase';
export { registerVoters } from './routes';
