export { isVotingOpen, type PaymentContext } from './context';
export { verifyLedger } from './ledger';
export { hashPhone } from './phone-hash';
export { createCampayProvider } from './providers/campay';
export type { CardProvider, MobileMoneyProvider } from './providers/provider';
export { createStripeProvider } from './providers/stripe';
export { startReconciler } from './reconciler';
export { paymentRoutes } from './routes';
export { webhookRoutes } from './webhook-routes';
