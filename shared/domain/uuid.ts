const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True when the value is a UUID, in upper or lower case. */
export const isUuid = (text: unknown): text is string =>
  typeof text === 'string' && UUID.test(text);
