import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/**
 * A panel at the right edge, as high as the screen. A native modal dialog traps the focus, so that
 * the first load needs no library for it.
 */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const { current } = dialog;
    // Firefox 97 does not support dialogs: there it opens as an ordinary element.
    if (typeof current?.showModal !== 'function') current?.toggleAttribute('open', open);
    else if (open) current.showModal();
    else current.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the panel; the Escape key does the same.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // At once: `close` fires later, when the drawer may be open again.
      onCancel={() => onOpenChange(false)}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onOpenChange(false);
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onOpenChange(false); // A press on its backdrop: the panel covers the rest.
      }}
      className="drawer"
    >
      <div className="flex min-h-full flex-col gap-6 px-5 pt-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between gap-3">
          <h2 id={titleId} className="font-bold text-xl leading-tight">
            {title}
          </h2>
          <IconButton
            icon={X}
            isLarge
            label={t('common.close')}
            onClick={() => onOpenChange(false)}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}
