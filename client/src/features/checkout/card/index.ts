/** Paying by card, a chunk of its own with the provider's libraries. */
export { CardForm } from './components/card-form';
