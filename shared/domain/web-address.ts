/** The address that a text is; null when it is none. `URL.canParse` is missing in browsers of 2023. */
export function webAddress(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
