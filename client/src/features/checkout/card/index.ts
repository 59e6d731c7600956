/** Card payments: a chunk of its own, because of the provider's libraries. */
export { CardForm } from './components/card-form';
