/** Sources of the site's own links. */
export const OWN_SOURCES = { share: 'share', screen: 'screen', poster: 'poster' } as const;
export const isOwnSource = (source: string): source is keyof typeof OWN_SOURCES =>
  Object.hasOwn(OWN_SOURCES, source);
