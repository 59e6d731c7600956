import type { RecordedAction } from '../api';
import {
  type Field,
  type FieldChange,
  fieldChanges,
  flatFields,
  isJsonObject,
} from './flat-fields';
import {
  type NominationChange,
  nominationChanges,
  type RecordedNomination,
  readNominations,
} from './nomination-changes';

/** What an action made of what it is about. */
export interface Difference {
  /** Created, deleted or brought back: one side is all there is. */
  isWhole: boolean;
  fields: readonly FieldChange[];
  nominations: readonly NominationChange[];
}

/** What the sentence of an entry says already. */
const SAID: Readonly<Record<string, readonly string[]>> = { 'payment.refund': ['refund'] };

export function differenceOf({ action, before, after }: RecordedAction): Difference {
  const difference = differenceBetween(before, after);
  const isSaid = ({ path: [key = ''] }: FieldChange) => SAID[action]?.includes(key);
  return { ...difference, fields: difference.fields.filter((change) => !isSaid(change)) };
}

/** Reads whatever was recorded, and never fails: records outlive the code that wrote them. */
export function differenceBetween(before: unknown, after: unknown): Difference {
  const was = readRecord(before);
  const is = readRecord(after);
  return {
    isWhole: isNothing(before) || isNothing(after),
    fields: fieldChanges(was.fields, is.fields),
    nominations: nominationChanges(was.nominations, is.nominations),
  };
}

const isNothing = (recorded: unknown): boolean => recorded === null || recorded === undefined;

function readRecord(recorded: unknown): {
  fields: Field[];
  nominations: RecordedNomination[];
} {
  if (isNothing(recorded)) return { fields: [], nominations: [] };
  const nominations = isJsonObject(recorded) ? readNominations(recorded.nominations) : null;
  const fields = flatFields(recorded);
  return nominations
    ? { fields: fields.filter(({ path: [key] }) => key !== 'nominations'), nominations }
    : { fields, nominations: [] };
}
