/** A star on a trophy's foot, in the colour of the surrounding text. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 40 40" fill="currentColor" aria-hidden="true" className={className}>
    <path d="M20 1.5l4.3 8.9 9.8 1.4-7.1 6.9 1.7 9.7L20 23.8l-8.7 4.6 1.7-9.7-7.1-6.9 9.8-1.4z" />
    <path d="M18.2 27.6l1.8-1 1.8 1 .9 5.4h-5.4z" />
    <path d="M11.5 35.2a2.2 2.2 0 0 1 2.2-2.2h12.6a2.2 2.2 0 0 1 2.2 2.2v1.1a2.2 2.2 0 0 1-2.2 2.2H13.7a2.2 2.2 0 0 1-2.2-2.2z" />
  </svg>
);
