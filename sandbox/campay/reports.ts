import type { CampaySwitches } from './switches';
import type { CampayTransaction } from './transaction';

type Report = Readonly<Record<string, string | number | null>>;

/**
 * The provider's published fee, deducted from the merchant's amount: the payer pays the full
 * amount.
 */
const FEE_RATE = 0.02;

/** Amount for the merchant, in XAF with two decimals. */
export function netOf(amount: number): number {
  return amount - feeOf(amount);
}

function feeOf(amount: number): number {
  return Math.round(amount * FEE_RATE * 100) / 100;
}

/** Record of a transaction, as in the status call's response and in the webhook. */
export function reportOf(
  transaction: CampayTransaction,
  signature: string,
  switches: CampaySwitches,
): Report {
  const amount = switches.reportAmount ?? transaction.amount;
  const money = (value: number) => (switches.reportsAmountsAsNumbers ? value : value.toFixed(2));
  const record: Record<string, string | number | null | undefined> = {
    reference: transaction.reference,
    external_reference: transaction.externalReference ?? absent('None', switches),
    external_user: transaction.externalUser ?? absent('', switches),
    status: transaction.status,
    amount: money(amount),
    app_amount: money(netOf(amount)),
    currency: 'XAF',
    operator: transaction.operator,
    code: transaction.code,
    operator_reference: transaction.operatorReference ?? absent('', switches),
    endpoint: 'collect',
    phone_number: transaction.number,
    description: transaction.description ?? absent('', switches),
    reason: transaction.reason ?? absent('None', switches),
    signature,
    extra_first_name: '',
    extra_last_name: '',
    extra_email: '',
    redirect_url: '',
    failure_redirect_url: '',
    ...switches.reportFields,
  };
  return withoutMissing(record);
}

/** One line of the account's history. Has no `external_reference`: found by `external_user`. */
export function historyEntryOf(transaction: CampayTransaction, switches: CampaySwitches): Report {
  const amount = switches.reportAmount ?? transaction.amount;
  const isPaid = transaction.status === 'SUCCESSFUL';
  return withoutMissing({
    datetime: new Date(transaction.finishedAt ?? transaction.createdAt).toISOString(),
    code: transaction.code,
    operator_tx_code: transaction.operatorReference ?? absent('', switches),
    operator: transaction.operator,
    phone_number: transaction.number,
    description: transaction.description ?? absent('', switches),
    external_user: transaction.externalUser ?? absent('', switches),
    amount,
    charge_amount: isPaid ? feeOf(amount) : 0,
    debit: 0,
    credit: isPaid ? netOf(amount) : 0,
    status: transaction.status,
    reference_uuid: transaction.reference,
  });
}

/**
 * Returns "no value" in one of the provider's four notations; `observed` is the one seen for this
 * field.
 */
function absent(observed: 'None' | '', switches: CampaySwitches): string | null | undefined {
  switch (switches.absentValues) {
    case 'observed':
      return observed;
    case 'none-text':
      return 'None';
    case 'empty-text':
      return '';
    case 'null':
      return null;
    case 'missing':
      return undefined;
  }
}

function withoutMissing(record: Record<string, string | number | null | undefined>): Report {
  const report: Record<string, string | number | null> = {};
  for (const [field, value] of Object.entries(record)) {
    if (value !== undefined) report[field] = value;
  }
  return report;
}
