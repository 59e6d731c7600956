import { useLocation, useSearch } from 'wouter';

/** What can be asked for by itself, as the server calls it. */
export const ACTIVITY_KINDS = [
  'artist',
  'category',
  'payment',
  'books',
  'user',
  'import',
  'settings',
  'voter',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The filter is part of the address: it survives a reload and can be linked. Null shows all. */
export function useActivityKind(): [ActivityKind | null, (chosen: string) => void] {
  const [path, navigate] = useLocation();
  const named = new URLSearchParams(useSearch()).get('kind');
  const kindOf = (name: string | null) => ACTIVITY_KINDS.find((one) => one === name) ?? null;
  return [
    kindOf(named),
    (chosen) => {
      const kind = kindOf(chosen);
      navigate(kind === null ? path : `${path}?kind=${kind}`, { replace: true });
    },
  ];
}
