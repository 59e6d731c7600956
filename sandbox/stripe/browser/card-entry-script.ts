/** Validates the input of the card fields; only digits count. */
export const cardEntryScript = String.raw`
const digitsOf = (text) => text.replace(/\D/g, '');

function brandOf(number) {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return 'unknown';
}

const lengthOf = (brand) => (brand === 'amex' ? 15 : 16);
const cvcLengthOf = (brand) => (brand === 'amex' ? 4 : 3);

/** Four by four, as on the card. */
const writtenNumber = (number) => number.replace(/\d{4}(?=\d)/g, '$& ');

/** Luhn's formula. */
function hasCheckDigit(number) {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const value = Number(number[number.length - 1 - index]) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The code of what is wrong, or null. */
function numberProblem(number) {
  if (number.length < lengthOf(brandOf(number))) return 'incomplete_number';
  return hasCheckDigit(number) ? null : 'invalid_number';
}

function expiryProblem(digits) {
  const month = Number(digits.slice(0, 2));
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month';
  if (digits.length < 4) return 'incomplete_expiry';
  const now = new Date();
  const year = 2000 + Number(digits.slice(2));
  if (year < now.getFullYear()) return 'invalid_expiry_year_past';
  const isPast = year === now.getFullYear() && month < now.getMonth() + 1;
  return isPast ? 'invalid_expiry_month_past' : null;
}

const cvcProblem = (cvc, brand) => (cvc.length < cvcLengthOf(brand) ? 'incomplete_cvc' : null);
`;
