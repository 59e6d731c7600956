export { countUnerased, eraseVoter } from './erase';
export { registerVoters } from './routes';
