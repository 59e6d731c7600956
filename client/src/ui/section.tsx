import { type ReactNode, useId } from 'react';

/** A section of a text page, with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-bold text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
