export { nameOperatorWords, readOperatorWords } from './operator-words';
export { healthReader } from './read-health';
