export { openWitnessFolder, WitnessFolderError } from './folder';
export { witnessServer } from './server';
