export { ArtistFormScreen } from './artist-form-screen';
