import type { Config } from 'tailwindcss';

/** Design tokens. Components use these names; no colour literal stands in a component. */
export default {
  content: ['./client/index.html', './client/src/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: {
        /** Behind everything else: the page, a card, what lies on a card, and lines between them. */
        surface: {
          DEFAULT: '#120B1E',
          raised: '#1C1230',
          high: '#281A42',
          line: '#43315F',
          /** Around what can be pressed: in the administration stronger than a line. */
          edge: '#43315F',
        },
        /** The one thing to do on a screen. */
        gold: { DEFAULT: '#F5B82E', bright: '#FFD166', deep: '#C98A0B', ink: '#231503' },
        /** Text; all at least 4.5:1 on surface-high. */
        ivory: { DEFAULT: '#FBF6EA', soft: '#D9CFE6', muted: '#B3A5C9' },
        alert: { DEFAULT: '#FF7A59', deep: '#7A1F12', ink: '#FFF1EC' },
        amber: { DEFAULT: '#F08A24', ink: '#241100' },
        success: '#5FD39B',
        mtn: '#FFCC08',
        orange: '#FF7900',
      },
      fontFamily: {
        display: ['"Bricolage Grotesque Variable"', 'system-ui', 'sans-serif'],
        sans: ['system-ui', '-apple-system', '"Segoe UI"', 'Roboto', '"Noto Sans"', 'sans-serif'],
      },
      borderRadius: { card: '1.25rem' },
      /** 44 px for fingers; less for a mouse in the administration (styles.css). */
      minHeight: { touch: 'var(--control)' },
      minWidth: { touch: 'var(--control)' },
      maxWidth: { page: '76rem' },
    },
  },
} satisfies Config;
