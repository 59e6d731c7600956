import type { Request } from 'express';
import type { Sandbox } from '#sandbox/index';

/** A payment in a provider's books. */
interface BookedPayment {
  reference: string;
  number: string;
  amount: number;
  status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  createdAt: number;
  finishedAt: number | null;
  /** What will still happen by itself. */
  plan: readonly unknown[];
}

interface WalletSandbox<Payment extends BookedPayment> {
  prompts(): { reference: string; number: string }[];
  approve(reference: string): Promise<void>;
  moneyTaken(): number;
  transactions(): Payment[];
}

/** The phones of one provider's payers and its books, whatever its protocol. */
export type Wallets = ReturnType<typeof walletsOf>;

function walletsOf<Payment extends BookedPayment>(
  sandbox: WalletSandbox<Payment>,
  paymentIdIn: (payment: Payment) => string | null,
) {
  return {
    prompts: () => sandbox.prompts(),
    approve: (reference: string) => sandbox.approve(reference),
    moneyTaken: () => sandbox.moneyTaken(),
    /** Each with our own id. */
    payments: (): (BookedPayment & { paymentId: string })[] =>
      sandbox.transactions().map((payment) => {
        return { ...payment, paymentId: paymentIdIn(payment) ?? 'none' };
      }),
  };
}

export interface Provider {
  name: 'campay' | 'fapshi' | 'mtn-momo';
  /** What its variables of the environment begin with. */
  variables: string;
  /** The heads of the two requests that matter. */
  requestsPayment: RegExp;
  asksForStatus: RegExp;
  /** Our id in a request for payment. */
  paymentIdIn(req: Request): string;
  /** Whether it takes a request that comes again under the same id for what it is. */
  takesRepeats: boolean;
  walletsIn(sandbox: Sandbox): Wallets;
}

export const CAMPAY: Provider = {
  name: 'campay',
  variables: 'CAMPAY_',
  requestsPayment: /^POST \S+\/collect\/ /,
  asksForStatus: /^GET \S+\/transaction\//,
  paymentIdIn: ({ body }) => body.external_reference,
  takesRepeats: false,
  walletsIn: ({ campay }) => walletsOf(campay, ({ externalReference }) => externalReference),
};

export const FAPSHI: Provider = {
  name: 'fapshi',
  variables: 'FAPSHI_',
  requestsPayment: /^POST \S+\/direct-pay /,
  asksForStatus: /^GET \S+\/payment-status\//,
  paymentIdIn: ({ body }) => body.externalId,
  takesRepeats: false,
  walletsIn: ({ fapshi }) => walletsOf(fapshi, ({ externalId }) => externalId),
};

/** It has no address to call back at: it wants one in https, which no server here has. */
export const MTN_MOMO: Provider = {
  name: 'mtn-momo',
  variables: 'MTN_MOMO_',
  requestsPayment: /^POST \S+\/requesttopay /,
  asksForStatus: /^GET \S+\/requesttopay\//,
  paymentIdIn: (req) => req.get('x-reference-id') ?? 'none',
  takesRepeats: true,
  walletsIn: ({ mtnMomo }) => walletsOf(mtnMomo, ({ reference }) => reference),
};
