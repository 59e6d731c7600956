import type { SignInProblem } from '#shared/domain/sign-in';

const CHANNEL = 'sign-in-again';

/** Tells all pages of this browser that somebody has signed in again, or why not. */
export function tellSignInAgain(problem: SignInProblem | null): void {
  if (!isOpenBetweenWindows()) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(problem);
  channel.close();
}

/** @returns stops listening */
export function onSignInAgain(hear: (problem: SignInProblem | null) => void): () => void {
  if (!isOpenBetweenWindows()) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SignInProblem | null>) => hear(data);
  return () => channel.close();
}

/** Safari has it since 15.4. */
export const isOpenBetweenWindows = (): boolean => 'BroadcastChannel' in window;
