/**
 * Reads parameters of a shared link and removes them from the address, which can be shared again.
 * @returns the parameters that were present
 */
export function takeFromAddress(names: readonly string[]): URLSearchParams {
  const address = new URL(window.location.href);
  const takenParameters = new URLSearchParams();
  for (const name of names) {
    const value = address.searchParams.get(name);
    if (value === null) continue;
    takenParameters.set(name, value);
    address.searchParams.delete(name);
  }
  if (takenParameters.size > 0) window.history.replaceState(window.history.state, '', address);
  return takenParameters;
}
