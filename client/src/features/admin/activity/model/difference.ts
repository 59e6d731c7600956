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

/** The changes that an action made to its subject. */
export interface Difference {
  /** True for a creation, deletion or restoration: only one side exists. */
  isCreatedOrDeleted: boolean;
  fields: readonly FieldChange[];
  nominations: readonly NominationChange[];
}

/** Fields that the sentence shown in Activity already mentions. */
const IMPLIED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'payment.refund': ['refund'],
};

export function differenceOf({ action, before, after }: RecordedAction): Difference {
  const difference = differenceBetween(before, after);
  const isMentioned = ({ path: [key = ''] }: FieldChange) => IMPLIED_FIELDS[action]?.includes(key);
  return { ...difference, fields: difference.fields.filter((change) => !isMentioned(change)) };
}

/** Reads any recorded value and never throws: records outlive the code that wrote them. */
export function differenceBetween(before: unknown, after: unknown): Difference {
  const recordBefore = readRecord(before);
  const recordAfter = readRecord(after);
  return {
    isCreatedOrDeleted: isAbsent(before) || isAbsent(after),
    fields: fieldChanges(recordBefore.fields, recordAfter.fields),
    nominations: nominationChanges(recordBefore.nominations, recordAfter.nominations),
  };
}

/** An order of providers that is not set differs from one without providers: both get a name. */
function withNamedOrders(recorded: unknown): unknown {
  if (!isJsonObject(recorded) || !isJsonObject(recorded.routing)) return recorded;
  const named = Object.entries(recorded.routing).map(([operator, routing]) => {
    if (!isJsonObject(routing) || !('order' in routing)) return [operator, routing];
    const { order } = routing;
    const isEmpty = Array.isArray(order) && order.length === 0;
    return [operator, { ...routing, order: isEmpty ? 'none' : (order ?? 'default') }];
  });
  return { ...recorded, routing: Object.fromEntries(named) };
}

const isAbsent = (recorded: unknown): boolean => recorded === null || recorded === undefined;

function readRecord(recorded: unknown): {
  fields: Field[];
  nominations: RecordedNomination[];
} {
  if (isAbsent(recorded)) return { fields: [], nominations: [] };
  const nominations = isJsonObject(recorded) ? readNominations(recorded.nominations) : null;
  const fields = flatFields(withNamedOrders(recorded));
  return nominations
    ? { fields: fields.filter(({ path: [key] }) => key !== 'nominations'), nominations }
    : { fields, nominations: [] };
}
