import { useSearchParams } from 'wouter';

/** In whole days, including today. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

const DEFAULT_PERIOD: Period = 30;

export const readPeriod = (text: string | null): Period =>
  PERIODS.find((period) => String(period) === text) ?? DEFAULT_PERIOD;

/** The period is part of the address, like the tab: it survives a reload and can be linked. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [address, setAddress] = useSearchParams();
  const choose = (period: Period) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('days', String(period));
        return next;
      },
      { replace: true },
    );
  return [readPeriod(address.get('days')), choose];
}
