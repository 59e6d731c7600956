import type { ReactNode } from 'react';

interface AdminPageProps {
  title: string;
  intro: string;
  /** Actions that concern the whole page. */
  actions: ReactNode;
  children: ReactNode;
}

export const AdminPage = ({ title, intro, actions, children }: AdminPageProps) => (
  <div className="mx-auto flex max-w-page flex-col gap-4 px-3 py-4 sm:px-6">
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <h1 className="font-bold text-xl outline-none">{title}</h1>
        <p className="text-ivory-soft text-sm">{intro}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-end gap-2">{actions}</div>
    </header>
    {children}
  </div>
);
