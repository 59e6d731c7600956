export { ArtistRows } from './components/artist-rows';
