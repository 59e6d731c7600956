import config from '../../tailwind.config';

/** Colours and fonts, for what is drawn outside the style sheet: canvases and the provider's fields. */
export const tokens = config.theme.extend;
