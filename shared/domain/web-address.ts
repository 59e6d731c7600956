/** Parses a web address; null when it is invalid. `URL.canParse` is missing in browsers of 2023. */
export function webAddress(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
