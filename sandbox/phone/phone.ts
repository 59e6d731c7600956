import type { Operator } from './operators';

/** A payment prompt on a phone's screen, waiting for the owner's PIN. Times are in epoch ms. */
export interface Prompt {
  /** Unique across all providers. */
  id: string;
  provider: string;
  /** The provider's reference of the payment. */
  reference: string;
  /** `2376XXXXXXXX` */
  number: string;
  operator: Operator;
  merchant: string;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  openedAt: number;
  expiresAt: number;
}

type PromptAnswer = 'approve' | 'decline';

/** An SMS from the mobile operator about how a payment ended. */
export interface Message {
  id: string;
  provider: string;
  number: string;
  operator: Operator;
  merchant: string;
  kind: 'paid' | 'declined' | 'lacks-funds' | 'failed';
  amount: number;
  currency: string;
  /** The mobile operator's transaction number; null when no money moved. */
  operatorReference: string | null;
  at: number;
}

interface OpenPrompt {
  prompt: Prompt;
  onAnswer: (answer: PromptAnswer) => void;
}

const MESSAGES_KEPT = 20;

/**
 * All demo phones: providers send prompts, the phone page answers them. Independent of the
 * providers.
 */
export class Phone {
  readonly #open = new Map<string, OpenPrompt>();
  #messages: Message[] = [];

  /** Shows a prompt until it is answered, ignored or past its `expiresAt`. */
  showPrompt(prompt: Omit<Prompt, 'id'>, onAnswer: (answer: PromptAnswer) => void): void {
    const id = promptId(prompt.provider, prompt.reference);
    this.#open.set(id, { prompt: { ...prompt, id }, onAnswer });
  }

  removePrompt(provider: string, reference: string): void {
    this.#open.delete(promptId(provider, reference));
  }

  /** @returns false when the prompt is not, or no longer, on the screen */
  answer(id: string, answer: PromptAnswer): boolean {
    this.#dropExpired();
    const open = this.#open.get(id);
    if (!open) return false;
    this.#open.delete(id);
    open.onAnswer(answer);
    return true;
  }

  receive(message: Message): void {
    this.#messages = [message, ...this.#messages].slice(0, MESSAGES_KEPT);
  }

  /** Open prompts, newest first. */
  prompts(): Prompt[] {
    this.#dropExpired();
    return [...this.#open.values()].map(({ prompt }) => prompt).reverse();
  }

  /** Newest first. */
  messages(): Message[] {
    return [...this.#messages];
  }

  /** Removes all prompts and messages of one provider from the phones. */
  forget(provider: string): void {
    for (const [id, { prompt }] of this.#open) {
      if (prompt.provider === provider) this.#open.delete(id);
    }
    this.#messages = this.#messages.filter((message) => message.provider !== provider);
  }

  #dropExpired(): void {
    const now = Date.now();
    for (const [id, { prompt }] of this.#open) {
      if (prompt.expiresAt <= now) this.#open.delete(id);
    }
  }
}

function promptId(provider: string, reference: string): string {
  return `${provider}-${reference}`;
}
