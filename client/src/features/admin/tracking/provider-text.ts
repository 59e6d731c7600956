import type { AdminPayment } from '#shared/contracts/admin-payments';

/** Named as on the voter's receipts. */
export const providerTextKey = (provider: AdminPayment['provider']) =>
  provider === 'card' ? 'receipts.row.card' : 'receipts.row.mobileMoney';
