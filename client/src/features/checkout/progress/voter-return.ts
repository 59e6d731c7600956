/** Calls back when the voter comes back to this tab, from the operator's app or another tab. */
export function onVoterReturn(callback: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === 'visible') callback();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
