import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import {
  type ColumnId,
  fittingWidth,
  PHONE_LAYOUT,
  type TableLayout,
  WIDTH,
} from '../model/columns';
import { methodTextKey } from '../model/payment-state';
import { dayOn, formatOnClock, type TimezoneName } from '../model/timezones';
import type { PaymentsList } from '../use-payments-list';
import { Copyable, PaymentId, PaymentOpener, ReceiptLink } from './copyable';
import { PaymentStatus } from './payment-status';

const COLUMN_TEXTS = {
  id: 'tracking.table.id',
  artist: 'tracking.table.artist',
  voteCount: 'tracking.table.voteCount',
  amount: 'tracking.table.amount',
  provider: 'tracking.table.provider',
  status: 'tracking.table.status',
  created: 'tracking.table.created',
  receipt: 'tracking.table.receipt',
  email: 'tracking.table.email',
  phone: 'tracking.table.phone',
  deviceTime: 'tracking.table.deviceTime',
  ipAddress: 'tracking.table.ipAddress',
  providerRef: 'tracking.history.providerRef',
  reason: 'tracking.table.reason',
  attemptedAt: 'tracking.history.attemptedAt',
  completedAt: 'tracking.history.completedAt',
} as const satisfies Record<ColumnId, string>;

export const columnTextKey = (id: ColumnId) => COLUMN_TEXTS[id];

/** Columns of figures whose digits are aligned. */
const NUMERIC: readonly ColumnId[] = ['voteCount', 'amount'];
/** Columns whose text may be cut off; the dialog shows it whole. */
const CLAMPED: readonly ColumnId[] = ['artist', 'ipAddress'];

interface CellProps {
  id: ColumnId;
  payment: AdminPayment;
  timezone: TimezoneName;
  isPhone: boolean;
  onOpen: () => void;
}

function Cell({ id, payment, timezone, isPhone, onOpen }: CellProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = t(columnTextKey(id));
  const thisYear = dayOn(new Date(), timezone).slice(0, 4);
  const at = (instant: string | null) =>
    instant && formatOnClock(instant, language, timezone, thisYear);
  const copyable = (value: string | null) =>
    value && <Copyable label={label} value={value} isInline />;
  const reason = payment.failureReason ?? payment.declineReason;
  switch (id) {
    case 'id':
      return isPhone ? (
        <PaymentOpener id={payment.id} onOpen={onOpen} />
      ) : (
        <PaymentId id={payment.id} onOpen={onOpen} />
      );
    case 'artist':
      return payment.artists.join(', ');
    case 'voteCount':
      return formatNumber(payment.totalVotes, language);
    case 'amount':
      return formatMoney({ amountMinor: payment.amount, currency: payment.currency }, language);
    case 'provider':
      return t(methodTextKey(payment.provider));
    case 'status':
      return <PaymentStatus payment={payment} isInline />;
    case 'created':
      return at(payment.createdAt);
    case 'receipt':
      return payment.receiptCode && <ReceiptLink code={payment.receiptCode} />;
    case 'email':
      return copyable(payment.voterEmail);
    case 'phone':
      return copyable(payment.phoneNumber);
    case 'deviceTime':
      return at(payment.deviceTimestamp);
    case 'ipAddress':
      return payment.ipAddress;
    case 'providerRef':
      return copyable(payment.providerRef);
    case 'reason':
      return reason && t(`tracking.reason.${reason}`);
    case 'attemptedAt':
      return at(payment.attemptedAt);
    case 'completedAt':
      return at(payment.completedAt);
  }
}

/** True unless the press is on a button or a link, or ends a text selection. */
function isMeantForRow({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest('a, button') !== null;
  return !isOnControl && (getSelection()?.isCollapsed ?? true);
}

interface RowProps extends Omit<CellProps, 'id'> {
  layout: TableLayout;
  isNew: boolean;
}

/** Two lines, separated by `::before`; more at large font sizes. */
const ON_PHONE: Partial<Record<ColumnId, string>> = {
  // The row itself is the press target.
  id: 'contents',
  artist: 'min-w-0 grow basis-[8rem] font-semibold',
  amount: 'ml-auto text-right font-semibold',
  status: 'order-2 grow',
  created: 'order-2 text-ivory-soft text-xs',
  provider: 'order-2 text-right text-ivory-soft text-xs',
};

function PhoneRow({ payment, layout, isNew, ...cell }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr
      data-new={isNew || undefined}
      className="relative flex flex-wrap items-center gap-x-3 px-3 py-2 transition-colors before:order-1 before:basis-full duration-1000 data-new:bg-amber/20 motion-reduce:transition-none"
    >
      {layout.shown.map((id) => (
        <td key={id} className={ON_PHONE[id]}>
          {id === 'artist' ? (
            <div className="line-clamp-1 break-all">
              <Cell id={id} payment={payment} {...cell} />
            </div>
          ) : (
            <Cell id={id} payment={payment} {...cell} />
          )}
          {id === 'id' && isNew && <span className="sr-only">{t('tracking.fresh.row')}</span>}
        </td>
      ))}
    </tr>
  );
}

function Row({ payment, layout, isNew, timezone, isPhone, onOpen }: RowProps) {
  const { t } = useTranslation();
  return (
    // For pointers only: keyboards use the button in the first cell, which does the same.
    <tr
      onClick={(event) => {
        if (isMeantForRow(event)) onOpen();
      }}
      data-new={isNew || undefined}
      className="cursor-pointer transition-colors duration-1000 hover:bg-surface data-new:bg-amber/20 motion-reduce:transition-none"
    >
      {layout.shown.map((id) => {
        const width = layout.widths[id];
        const isClamped = width !== undefined || CLAMPED.includes(id);
        return (
          <td
            key={id}
            className={clsx(
              'h-9 whitespace-nowrap px-2 py-0',
              NUMERIC.includes(id) && 'text-right font-semibold',
            )}
          >
            <div
              className={clsx(
                isClamped && 'line-clamp-1 w-max max-w-60 whitespace-normal break-all',
              )}
              style={width === undefined ? undefined : { width, maxWidth: width }}
            >
              <Cell {...{ id, payment, timezone, isPhone, onOpen }} />
            </div>
            {id === 'id' && isNew && <span className="sr-only">{t('tracking.fresh.row')}</span>}
          </td>
        );
      })}
    </tr>
  );
}

interface ResizerProps {
  label: string;
  width: number | undefined;
  /** Undefined makes it as wide as its content. */
  onResize: (width: number | undefined) => void;
}

const columnOf = (element: Element): number =>
  element.closest('th')?.getBoundingClientRect().width ?? WIDTH.min;

/** The edge of a column, moved by dragging or with the arrow keys; Home resets the width. */
function Resizer({ label, width, onResize }: ResizerProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Home') onResize(undefined);
    else if (steps)
      onResize(fittingWidth((width ?? columnOf(event.currentTarget)) + steps * WIDTH.step));
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const from = { x: event.clientX, width: width ?? columnOf(edge) };
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = ({ clientX }) => onResize(fittingWidth(from.width + clientX - from.x));
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
    };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved, a window splitter can.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width ?? 0}
      aria-valuemin={0}
      aria-valuemax={WIDTH.max}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onResize(undefined)}
      className="absolute inset-y-0 right-0 hidden w-2 cursor-col-resize touch-none border-transparent border-r-2 hover:border-gold focus-visible:border-gold pointer-fine:block"
    />
  );
}

interface PaymentsTableProps extends Pick<PaymentsList, 'timezone'> {
  payments: readonly AdminPayment[];
  /** Ids of rows that arrived with the latest response. */
  fresh: ReadonlySet<string>;
  isOldestFirst: boolean;
  onSort: () => void;
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
  /** True for the phone layout: two lines per payment, with fixed columns. */
  isPhone: boolean;
  onOpen: (id: string) => void;
}

/** One line per payment; scrolls sideways within its own region on narrower screens. */
export function PaymentsTable({
  payments,
  fresh,
  timezone,
  isOldestFirst,
  onSort,
  layout: chosen,
  onLayout,
  isPhone,
  onOpen,
}: PaymentsTableProps) {
  const { t } = useTranslation();
  const layout = isPhone ? PHONE_LAYOUT : chosen;
  const PaymentRow = isPhone ? PhoneRow : Row;
  const SortMark = isOldestFirst ? ArrowUp : ArrowDown;
  const resize = (id: ColumnId, width: number | undefined) => {
    const { [id]: _before, ...others } = layout.widths;
    onLayout({ ...layout, widths: width === undefined ? others : { ...others, [id]: width } });
  };
  return (
    <ScrollRegion
      label={t('tracking.table.label')}
      className="relative rounded-xl bg-surface-raised"
    >
      <table className={clsx('w-full text-left text-sm tabular-nums', isPhone && 'block')}>
        <thead
          className={clsx(
            'border-surface-line border-b bg-surface-high text-ivory-soft text-xs',
            isPhone && 'relative block',
          )}
        >
          <tr className={clsx(isPhone && 'flex justify-end')}>
            {layout.shown.map((id) => {
              const name = t(columnTextKey(id));
              return (
                <th
                  key={id}
                  scope="col"
                  // Excludes the name of the column's edge.
                  aria-label={name}
                  aria-sort={
                    id === 'created' ? (isOldestFirst ? 'ascending' : 'descending') : undefined
                  }
                  className={clsx(
                    'relative whitespace-nowrap px-2 font-semibold',
                    id === 'created' ? 'py-0' : 'py-1',
                    NUMERIC.includes(id) && 'text-right',
                    isPhone && id !== 'created' && 'sr-only',
                  )}
                >
                  {id === 'created' ? (
                    <button
                      type="button"
                      onClick={onSort}
                      className="-my-2 inline-flex min-h-touch items-center gap-1 rounded hover:text-ivory md:pointer-fine:my-0 md:pointer-fine:min-h-7"
                    >
                      {name}
                      <SortMark aria-hidden className="size-3.5" />
                    </button>
                  ) : (
                    name
                  )}
                  {!isPhone && (
                    <Resizer
                      label={t('tracking.columns.width', { name })}
                      width={layout.widths[id]}
                      onResize={(width) => resize(id, width)}
                    />
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className={clsx('divide-y divide-surface-line', isPhone && 'block')}>
          {payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              layout={layout}
              isNew={fresh.has(payment.id)}
              timezone={timezone}
              isPhone={isPhone}
              onOpen={() => onOpen(payment.id)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
