/** Fields of filters, packed closely. Below 16 px Safari on iOS zooms into a field, so only wide screens have it smaller. */
export const DENSE_FIELD =
  'min-h-touch w-full min-w-0 rounded-lg border border-ivory-muted bg-stage-raised px-3 py-1.5 text-base text-ivory md:text-sm';
