/** Applies the page's colours, fonts and corners, as far as the form uses them. */
export const appearanceScript = String.raw`
/** Selectors a page may give rules for; the names are those of the real form. */
const RULE = /^\.(Input|Label|Error)(--invalid)?(::?[a-z-]+)?$/;

function applyAppearance(host, rulesStyle, { variables: chosen = {}, rules = {} } = {}) {
  const values = {
    '--primary': chosen.colorPrimary || '#85d996',
    '--surface': chosen.colorBackground || '#30313d',
    '--text': chosen.colorText || '#ffffff',
    '--danger': chosen.colorDanger || '#ff9b9b',
    '--quiet': chosen.colorTextSecondary || '#d0d0d8',
    '--placeholder': chosen.colorTextPlaceholder || '#b0b0bc',
    '--line': 'color-mix(in srgb, var(--text) 48%, var(--surface))',
    '--font': chosen.fontFamily || 'system-ui, sans-serif',
    // Below 16 px a phone would zoom into the field.
    '--size': 'max(1rem, ' + (chosen.fontSizeBase || '1rem') + ')',
    '--radius': chosen.borderRadius || '6px',
    '--unit': chosen.spacingUnit || '4px',
  };
  for (const name of Object.keys(values)) host.style.setProperty(name, values[name]);
  rulesStyle.textContent = Object.keys(rules)
    .filter((selector) => RULE.test(selector))
    .map((selector) => selector + ' { ' + declarationsOf(rules[selector]) + ' }')
    .join('\n');
}

const declarationsOf = (declarations) =>
  Object.keys(declarations)
    .map((name) => name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()) + ': ' + String(declarations[name]).replace(/[{};]/g, '') + ';')
    .join(' ');
`;
