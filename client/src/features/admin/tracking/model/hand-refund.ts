import type { HandRefund } from '#shared/contracts/admin-payments';

export interface HandRefundForm {
  amount: string;
  reference: string;
  /** As in the browser's field: in the administrator's own time zone. */
  returnedAt: string;
}

type Problem = 'amountDiffers' | 'referenceMissing' | 'timeMissing' | 'timeWrong';

interface Payment {
  amount: number;
  completedAt: string | null;
}

/** Accepts spaces between thousands. */
const amountIn = (text: string): number => Number(text.replace(/[\s\u00a0\u202f]/g, '') || 'none');

const MINUTE_MS = 60_000;

/** Returns the problem of each field; empty when all are valid. */
export function handRefundProblems(
  { amount, reference, returnedAt }: HandRefundForm,
  payment: Payment,
  now: Date,
): Partial<Record<keyof HandRefundForm, Problem>> {
  const at = new Date(returnedAt).getTime();
  const earliest = payment.completedAt === null ? 0 : Date.parse(payment.completedAt) - MINUTE_MS;
  const isPossible = at >= earliest && at <= now.getTime() + MINUTE_MS;
  return {
    ...(amountIn(amount) === payment.amount ? {} : { amount: 'amountDiffers' }),
    ...(reference.trim() === '' ? { reference: 'referenceMissing' } : {}),
    ...(Number.isNaN(at) ? { returnedAt: 'timeMissing' } : {}),
    ...(Number.isNaN(at) || isPossible ? {} : { returnedAt: 'timeWrong' }),
  };
}

/** @returns null while a field is invalid */
export function readHandRefund(
  form: HandRefundForm,
  payment: Payment,
  now: Date,
): HandRefund | null {
  if (Object.keys(handRefundProblems(form, payment, now)).length > 0) return null;
  const returnedAt = new Date(form.returnedAt).toISOString();
  return { amount: amountIn(form.amount), reference: form.reference.trim(), returnedAt };
}

/** Formats a moment for the browser's `datetime-local` field. */
export const localMinute = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
