/**
 * What a shared link brought along. The address is rid of it, and can be shared again.
 * @returns those of these parameters that were there
 */
export function takeFromAddress(names: readonly string[]): URLSearchParams {
  const address = new URL(window.location.href);
  const taken = new URLSearchParams();
  for (const name of names) {
    const value = address.searchParams.get(name);
    if (value === null) continue;
    taken.set(name, value);
    address.searchParams.delete(name);
  }
  if (taken.size > 0) window.history.replaceState(window.history.state, '', address);
  return taken;
}
