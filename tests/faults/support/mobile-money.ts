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
  /** Events that will still happen automatically. */
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
    /** The payments, each with our own id. */
    payments: (): (BookedPayment & { paymentId: string })[] =>
      sandbox.transactions().map((payment) => {
        return { ...payment, paymentId: paymentIdIn(payment) ?? 'none' };
      }),
  };
}

/** The phones and the books of several providers together. */
export const walletsOfAll = (all: readonly Wallets[]): Wallets => ({
  prompts: () => all.flatMap((wallets) => wallets.prompts()),
  approve: async (reference) => {
    const wallets = all.find((each) =>
      each.prompts().some((prompt) => prompt.reference === reference),
    );
    if (!wallets) throw new Error('no phone shows this prompt');
    await wallets.approve(reference);
  },
  moneyTaken: () => all.reduce((sum, wallets) => sum + wallets.moneyTaken(), 0),
  payments: () => all.flatMap((wallets) => wallets.payments()),
});

export interface Provider {
  name: 'campay' | 'fapshi' | 'mtn-momo' | 'pawapay';
  /** Prefix of its environment variables. */
  variables: string;
  /** Start of the two relevant requests. */
  requestsPayment: RegExp;
  asksForStatus: RegExp;
  /** Our id in a payment request. */
  paymentIdIn(req: Request): string;
  /** True when it recognises a repeated request by its id. */
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

/** Without a callback address: MTN requires https, which no server here has. */
export const MTN_MOMO: Provider = {
  name: 'mtn-momo',
  variables: 'MTN_MOMO_',
  requestsPayment: /^POST \S+\/requesttopay /,
  asksForStatus: /^GET \S+\/requesttopay\//,
  paymentIdIn: (req) => req.get('x-reference-id') ?? 'none',
  takesRepeats: true,
  walletsIn: ({ mtnMomo }) => walletsOf(mtnMomo, ({ reference }) => reference),
};

export const PAWAPAY: Provider = {
  name: 'pawapay',
  variables: 'PAWAPAY_',
  requestsPayment: /^POST \S+\/deposits /,
  asksForStatus: /^GET \S+\/deposits\//,
  // The body is text until its rules are applied.
  paymentIdIn: ({ body }) => JSON.parse(body).depositId,
  takesRepeats: true,
  walletsIn: ({ pawapay }) => walletsOf(pawapay, ({ reference }) => reference),
};
