import type { Appearance } from '@stripe/stripe-js';
import { tokens } from '#client/design-tokens';

const { colors, fontFamily } = tokens;

/** Styles of the provider's fields, which are in iframes, to match the fields beside them. */
export const CARD_APPEARANCE: Appearance = {
  theme: 'night',
  labels: 'above',
  variables: {
    colorPrimary: colors.gold.DEFAULT,
    colorBackground: colors.surface.DEFAULT,
    colorText: colors.ivory.DEFAULT,
    colorTextSecondary: colors.ivory.soft,
    colorTextPlaceholder: colors.ivory.muted,
    colorDanger: colors.alert.DEFAULT,
    colorSuccess: colors.success,
    fontFamily: fontFamily.sans.join(', '),
    // Below 16 px Safari on iOS zooms into the field.
    fontSizeBase: '16px',
    fontSizeSm: '16px',
    fontWeightMedium: '600',
    spacingUnit: '4px',
    gridRowSpacing: '16px',
    gridColumnSpacing: '16px',
    borderRadius: '12px',
  },
  rules: {
    '.Label': { color: colors.ivory.DEFAULT, fontWeight: '600', marginBottom: '6px' },
    '.Input': {
      border: `1px solid ${colors.ivory.muted}B3`,
      boxShadow: 'none',
      padding: '11px 16px',
    },
    '.Input:focus': {
      border: `1px solid ${colors.gold.bright}`,
      boxShadow: `0 0 0 2px ${colors.gold.bright}`,
    },
    '.Input--invalid': { border: `1px solid ${colors.alert.DEFAULT}`, boxShadow: 'none' },
    '.Error': { color: colors.alert.DEFAULT, fontSize: '14px' },
  },
};
