export { BooksScreen } from './screen';
