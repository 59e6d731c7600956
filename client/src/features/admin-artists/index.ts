export { ArtistsTab } from './screen';
