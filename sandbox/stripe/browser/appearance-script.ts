/** The page's colours, fonts and corners, as far as the form has a use for them. */
export const appearanceScript = String.raw`
const THEMES = {
  stripe: { colorPrimary: '#0570de', colorBackground: '#ffffff', colorText: '#30313d', colorDanger: '#c0123c' },
  night: { colorPrimary: '#85d996', colorBackground: '#30313d', colorText: '#ffffff', colorDanger: '#ff9b9b' },
};
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** Selectors a page may give rules for; the names are those of the real form. */
const RULE = /^\.(Input|Label|Error)(--invalid)?(::?[a-z-]+)?$/;

function applyAppearance(host, rulesStyle, appearance) {
  const given = appearance || {};
  const theme = given.theme === 'night' ? THEMES.night : THEMES.stripe;
  const chosen = { ...theme, ...given.variables };
  const soft = (share) => 'color-mix(in srgb, ' + chosen.colorText + ' ' + share + '%, ' + chosen.colorBackground + ')';
  const values = {
    '--primary': chosen.colorPrimary,
    '--surface': chosen.colorBackground,
    '--text': chosen.colorText,
    '--danger': chosen.colorDanger,
    '--quiet': chosen.colorTextSecondary || soft(78),
    '--placeholder': chosen.colorTextPlaceholder || soft(66),
    '--line': soft(48),
    '--hover': soft(10),
    '--halo': 'color-mix(in srgb, ' + chosen.colorPrimary + ' 28%, transparent)',
    '--font': chosen.fontFamily || FONT,
    // Below 16 px a phone would zoom into the field.
    '--size': 'max(1rem, ' + (chosen.fontSizeBase || '1rem') + ')',
    '--radius': chosen.borderRadius || '6px',
    '--unit': chosen.spacingUnit || '4px',
  };
  for (const name of Object.keys(values)) host.style.setProperty(name, values[name]);
  rulesStyle.textContent = rulesOf(given.rules || {});
}

function rulesOf(rules) {
  return Object.keys(rules)
    .filter((selector) => RULE.test(selector))
    .map((selector) => selector + ' { ' + declarationsOf(rules[selector]) + ' }')
    .join('\n');
}

function declarationsOf(declarations) {
  return Object.keys(declarations)
    .map((name) => name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()) + ': ' + String(declarations[name]).replace(/[{};]/g, '') + ';')
    .join(' ');
}
`;
