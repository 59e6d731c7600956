import type { WalletPayment } from './payment';

/** `before-answer`: the end and its webhook come before the call that asks for the payment returns. */
type TrueMode = 'once' | 'none' | 'twice' | 'before-answer';

/**
 * Sends what a provider's webhook switch asks for; resolves when all is delivered or given up.
 * @param bent every way in which the provider's webhooks can be other than they should
 */
export async function announceAs<BentMode extends string, Changes>(
  mode: TrueMode | BentMode,
  bent: Readonly<Record<BentMode, Changes>>,
  send: (changes?: Changes) => Promise<unknown>,
): Promise<void> {
  switch (mode) {
    case 'none':
      return;
    case 'once':
    case 'before-answer':
      await send();
      return;
    case 'twice':
      await Promise.all([send(), send()]);
      return;
    default:
      await send(bent[mode]);
  }
}

/** What a forger would make of it. */
export const oppositeOf = ({ status }: Pick<WalletPayment, 'status'>) =>
  status === 'SUCCESSFUL' ? ('FAILED' as const) : ('SUCCESSFUL' as const);
