import receipts from './receipts.json';

/** Texts only for voters who have paid. */
export default {
  receipts,
};
