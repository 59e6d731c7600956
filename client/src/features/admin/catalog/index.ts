export { adminArtistsQuery } from './api';
export { DeletedList } from './components/deleted-list';
export { FrenchMissing } from './components/french-missing';
