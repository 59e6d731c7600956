interface KnownEmail {
  paymentId: string;
  email: string | null;
}

/** Tells the server the voter's address where it does not know it yet. */
export function syncEmail(send: (paymentId: string, email: string) => Promise<unknown>) {
  let known: KnownEmail | null = null;
  return {
    /** The server has been told this together with something else. */
    note(paymentId: string, email: string | null): void {
      known = { paymentId, email };
    },

    async push(paymentId: string, email: string): Promise<void> {
      if (known?.paymentId === paymentId && known.email === email) return;
      await send(paymentId, email);
      known = { paymentId, email };
    },
  };
}
