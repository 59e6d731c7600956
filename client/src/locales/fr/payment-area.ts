import checkout from './checkout.json';

/** What only those read who pay. */
export default {
  checkout,
};
