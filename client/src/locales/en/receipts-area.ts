import receipts from './receipts.json';

/** What only those read who have paid. */
export default {
  receipts,
};
