import { CloudOff } from 'lucide-react';

/** Says that the data shown is incomplete or stale because a later request failed. */
export const StaleNote = ({ text }: { text: string }) => (
  <p role="alert" className="flex items-center gap-2 font-semibold text-alert text-sm">
    <CloudOff aria-hidden className="size-4 shrink-0" />
    {text}
  </p>
);
