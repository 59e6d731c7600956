import * as RadixDialog from '@radix-ui/react-dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button';
import { focusOnItself } from './focus-on-itself';

/** A sheet that rises from the bottom on a phone, a centred window on wider screens. */
const PANEL = [
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(94*var(--dvh))] flex-col overflow-hidden rounded-t-card bg-surface-raised text-ivory shadow-2xl outline-none',
  'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
  'sm:inset-0 sm:m-auto sm:max-h-[calc(90*var(--dvh))] sm:w-[calc(100%-3rem)] sm:rounded-card sm:border sm:border-surface-line',
  'sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop-in',
  'print:static print:m-0 print:block print:h-auto print:max-h-none print:w-auto print:max-w-none print:border-0 print:bg-transparent print:shadow-none',
];
const WIDTH = { md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' };

/**
 * Handlers for a Radix dialog that has no trigger. On closing, the focus returns to the previously
 * focused element, unless another element, such as a new page's heading, has received it.
 */
function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault(); // Radix would focus its trigger.
      const isFocusLost = document.activeElement === document.body;
      if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

interface DialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** True when the title is only announced: the content shows its own. */
  isTitleHidden?: boolean;
  /** True when it is a name, which must not be translated. */
  isTitleName?: boolean;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  size?: keyof typeof WIDTH;
  /** True to use the full height from the start, for content that loads later. */
  isFullHeight?: boolean;
  children: ReactNode;
}

export function Dialog({
  open = true,
  onClose,
  title,
  description,
  isTitleHidden = false,
  isTitleName = false,
  size = 'md',
  isFullHeight = false,
  footer,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus();
  // With its buttons in the footer, the content itself must be focusable to be scrolled by keys.
  const focusable = { role: 'group', tabIndex: 0, 'aria-label': title };
  return (
    <RadixDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Without a container, Radix renders its content twice. */}
      <RadixDialog.Portal container={document.body}>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-surface/85 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          className={clsx(
            PANEL,
            WIDTH[size],
            isFullHeight ? 'h-[calc(94*var(--dvh))] sm:h-[calc(90*var(--dvh))]' : 'sm:h-fit',
          )}
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            focusOnItself(event);
          }}
          // Radix warns about a missing description unless it is set to undefined.
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div
            {...(footer === undefined ? {} : focusable)}
            className={clsx(
              // `flex-1` sets a basis of 0 %, which WebKit resolves to zero in a panel as high as
              // its content.
              'min-h-0 flex-auto -outline-offset-4 overflow-y-auto overscroll-contain print:overflow-visible',
              !isTitleHidden && 'px-5 sm:px-6',
              footer === undefined && 'pb-[max(1.25rem,env(safe-area-inset-bottom))]',
            )}
          >
            {/* Scrolls with the content: large text on a small phone would leave no space for the
                rest. */}
            <header className={clsx(!isTitleHidden && 'pt-5 pr-11 pb-3')}>
              <RadixDialog.Title
                translate={isTitleName ? 'no' : undefined}
                className={
                  isTitleHidden ? 'sr-only' : 'font-bold text-[min(1.5rem,11vw)] leading-tight'
                }
              >
                {title}
              </RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description
                  className={isTitleHidden ? 'sr-only' : 'mt-1.5 text-ivory-soft'}
                >
                  {description}
                </RadixDialog.Description>
              )}
            </header>
            {children}
          </div>
          {footer !== undefined && (
            <footer className="max-h-[calc(60*var(--dvh))] shrink-0 overflow-y-auto overscroll-contain border-surface-line border-t px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </footer>
          )}
          <RadixDialog.Close asChild>
            <IconButton
              icon={X}
              isLarge
              label={t('common.close')}
              className="absolute top-3 right-3 bg-surface/70 hover:bg-surface print:hidden"
            />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
