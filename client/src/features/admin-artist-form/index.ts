export { ArtistFormScreen } from './screen';
