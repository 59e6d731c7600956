export { type Faces, lettersOf, openFaces } from './faces';
