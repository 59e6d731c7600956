export { ALL_DAYS, type Days, dayOf, lastDayOf, ownDays } from './edition-days';
export { PAID, readFigures, STARTED } from './figures';
export { keepFigures, registerKeptFigures } from './keep';
export { moneyOf, type PaidFigures, type PaidLine, paidIn, sumOfPaid } from './paid';
export { cutTo, type DayRange, type DaySpan, daysWithPayments, readSpans } from './span';
export { type StartedFigures, sumOfStarted } from './started';
export { verifyKeptFigures } from './verify';
