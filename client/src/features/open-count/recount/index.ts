export { RecountHere } from './components/recount-here';
