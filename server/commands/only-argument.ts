/** The one argument of a command; undefined when there is none, or several. */
export function onlyArgument(): string | undefined {
  const [given, ...rest] = process.argv.slice(2);
  return rest.length === 0 ? given : undefined;
}
