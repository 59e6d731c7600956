import type { SignInProblem } from '#shared/domain/sign-in';

const CHANNEL = 'sign-in-again';

/** Tells all pages of this browser that the user has signed in again, or why that failed. */
export function broadcastSignInAgain(problem: SignInProblem | null): void {
  if (!hasBroadcastChannel()) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(problem);
  channel.close();
}

/** @returns a function that stops listening */
export function onSignInAgain(onResult: (problem: SignInProblem | null) => void): () => void {
  if (!hasBroadcastChannel()) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SignInProblem | null>) => onResult(data);
  return () => channel.close();
}

/** Safari has supported it since 15.4. */
export const hasBroadcastChannel = (): boolean => 'BroadcastChannel' in window;
