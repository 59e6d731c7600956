interface KnownEmail {
  paymentId: string;
  email: string | null;
}

/** Sends the voter's address to the server unless the server has it already. */
export function syncEmail(send: (paymentId: string, email: string) => Promise<unknown>) {
  let known: KnownEmail | null = null;
  let lastRequest: Promise<unknown> = Promise.resolve();
  const sendUnlessKnown = async (paymentId: string, email: string): Promise<void> => {
    if (known?.paymentId === paymentId && known.email === email) return;
    await send(paymentId, email);
    known = { paymentId, email };
  };
  return {
    /** Records that another request has sent this address. */
    note(paymentId: string, email: string | null): void {
      known = { paymentId, email };
    },

    /** Requests are serialised: a corrected address must not be overwritten by the earlier one. */
    push(paymentId: string, email: string): Promise<void> {
      const push = () => sendUnlessKnown(paymentId, email);
      const pushed = lastRequest.then(push, push);
      lastRequest = pushed;
      return pushed;
    },
  };
}
