import { useEventTime } from '#client/lib/use-event-time';
import { ActionSentence } from './action-sentence';
import { differenceBetween } from './difference';
import { DifferenceView } from './difference-view';
import type { RecordedAction } from './queries';

/** Who did what to whom, when, and what became different. */
export function ActivityEntry({ action }: { action: RecordedAction }) {
  const eventTime = useEventTime();
  return (
    <li className="rounded-xl border border-stage-line bg-stage-raised px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Focused after more entries were asked for: reading goes on here. */}
        <h2 tabIndex={-1} className="min-w-0 wrap-anywhere font-sans text-base outline-none">
          <ActionSentence action={action} />
        </h2>
        <time dateTime={action.at} className="text-ivory-muted tabular-nums">
          {eventTime(action.at)}
        </time>
      </div>
      <DifferenceView difference={differenceBetween(action.before, action.after)} />
    </li>
  );
}
