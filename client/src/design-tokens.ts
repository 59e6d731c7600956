import config from '../../tailwind.config';

/**
 * Colours and fonts for what the style sheet does not reach: canvases and the provider's fields.
 */
export const tokens = config.theme.extend;
