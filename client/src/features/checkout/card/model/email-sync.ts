interface KnownEmail {
  paymentId: string;
  email: string | null;
}

/** Tells the server the voter's address where it does not know it yet. */
export function syncEmail(send: (paymentId: string, email: string) => Promise<unknown>) {
  let known: KnownEmail | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  const sendUnlessKnown = async (paymentId: string, email: string): Promise<void> => {
    if (known?.paymentId === paymentId && known.email === email) return;
    await send(paymentId, email);
    known = { paymentId, email };
  };
  return {
    /** Another request has sent the server this address. */
    note(paymentId: string, email: string | null): void {
      known = { paymentId, email };
    },

    /** One after the other: an address that was corrected must not arrive after the right one. */
    push(paymentId: string, email: string): Promise<void> {
      const push = () => sendUnlessKnown(paymentId, email);
      const pushed = underWay.then(push, push);
      underWay = pushed;
      return pushed;
    },
  };
}
