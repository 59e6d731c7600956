export { adminArtistsQuery } from './api';
export { ArtistsTab } from './screen';
