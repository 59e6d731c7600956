import { useQuery } from '@tanstack/react-query';
import { chosenYear } from '#client/lib/edition';
import type { EditionState } from '#shared/domain/editions';
import { adminEditionsQuery } from './api';

/** State of the edition that the administration is about; undefined until it is known. */
export function useEditionState(): EditionState | undefined {
  const { data, isError } = useQuery({ ...adminEditionsQuery, enabled: chosenYear !== null });
  if (chosenYear === null) return 'current';
  // Unknown for want of an answer: the server refuses what an archived edition does not allow.
  if (!data) return isError ? 'current' : undefined;
  return data.find(({ year }) => year === chosenYear)?.state ?? 'current';
}
