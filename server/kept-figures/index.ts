export { PAID, readFigures, STARTED } from './figures';
export { ALL_DAYS, keepFigures, registerKeptFigures } from './keep';
export { moneyOf, type PaidFigures, type PaidLine, sumOfPaid } from './paid';
export { type DayRange, type DaySpan, daysWithPayments, readSpans } from './span';
export { type StartedFigures, sumOfStarted } from './started';
export { verifyKeptFigures } from './verify';
