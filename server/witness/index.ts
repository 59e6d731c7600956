export { openWitnessFolder, type WitnessFolder, WitnessFolderError } from './folder';
export { witnessServer } from './server';
