import checkout from './checkout.json';

/** Texts only for voters who are paying. */
export default {
  checkout,
};
