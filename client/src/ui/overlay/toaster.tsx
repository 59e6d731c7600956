import * as RadixToast from '@radix-ui/react-toast';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from '../button';
import { currentToast, dismissToast, subscribeToToasts } from './toast';

/** How long a toast stays, in ms. */
const DURATION_MS = 5_000;

interface ToasterProps {
  closeLabel: string;
  /** Name of the region that assistive technology can jump to. */
  label: string;
}

/** Shows the current toast; rendered once, beside the routes. */
export function Toaster({ closeLabel, label }: ToasterProps) {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast);
  const isProblem = shown?.variant === 'destructive';
  return (
    <RadixToast.Provider duration={DURATION_MS} label={label} swipeDirection="right">
      {shown && (
        <RadixToast.Root
          key={shown.id}
          type={isProblem ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast(shown.id);
          }}
          className={clsx(
            'pointer-events-auto flex w-full animate-toast-in flex-wrap items-start gap-x-3 rounded-2xl border py-3 pr-2 pl-4 shadow-2xl',
            'data-[swipe=move]:[transform:translateX(var(--radix-toast-swipe-move-x))] data-[swipe=end]:animate-fade-out',
            isProblem
              ? 'border-alert bg-alert-deep text-alert-ink'
              : 'border-surface-line bg-surface-high text-ivory',
          )}
        >
          {isProblem ? (
            <CircleAlert aria-hidden className="mt-2.5 size-6 shrink-0" />
          ) : (
            <CircleCheck aria-hidden className="mt-2.5 size-6 shrink-0 text-success" />
          )}
          <div className="flex min-h-touch min-w-0 flex-1 basis-[min(6rem,70%)] flex-col justify-center">
            <RadixToast.Title className="font-semibold">{shown.title}</RadixToast.Title>
            {/* Both are announced together. */}
            {shown.description !== undefined && <span className="sr-only">. </span>}
            {shown.description !== undefined && (
              <RadixToast.Description className="text-sm opacity-90">
                {shown.description}
              </RadixToast.Description>
            )}
          </div>
          <div className="ml-auto flex max-w-full flex-wrap justify-end gap-x-3">
            {shown.action && (
              <RadixToast.Action asChild altText={shown.action.label} onClick={shown.action.run}>
                <Button variant="outline" className="px-4">
                  {shown.action.label}
                </Button>
              </RadixToast.Action>
            )}
            <RadixToast.Close asChild>
              <IconButton
                icon={X}
                label={closeLabel}
                className={clsx(isProblem && 'text-alert-ink hover:bg-alert-ink/15')}
              />
            </RadixToast.Close>
          </div>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport label={`${label} ({hotkey})`} className="toast-place" />
    </RadixToast.Provider>
  );
}
