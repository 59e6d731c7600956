/** As the checkout calls them. */
export const METHOD_NAMES = {
  card: 'checkout.method.card',
  'mobile-money': 'checkout.method.mobileMoney',
} as const;
