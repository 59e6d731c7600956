import { useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, get, type Resolver, useForm } from 'react-hook-form';
import type { DraftStorage } from './model/draft-storage';
import { useIsSignedOut, useLeaveGuard } from './use-leave-guard';

/** The stored version that a draft is based on and compared with. */
interface Stored<Draft> {
  draft: Draft;
  /** Null for a new entity. */
  version: number | null;
}

interface DraftFormOptions<Draft extends FieldValues, Input> {
  storage: DraftStorage<Draft>;
  /** Id of the edited entity; null for a new one. */
  id: string | null;
  stored: Stored<Draft>;
  isSame: (a: Draft, b: Draft) => boolean;
  /** Resolver for the contract's schema, with which the server also parses. */
  resolver: Resolver<Draft, unknown, Input>;
  /**
   * When an error of a rejected submission disappears: once the field is valid, or at its first
   * change.
   */
  reValidateMode: 'onChange' | 'onSubmit';
  /** True to resume the stored draft without offering it first. */
  isRestored?: boolean;
  /** First part of the mutation key of every change made in the form. */
  mutationKey: string;
  /** Closes the dialog that contains the form. */
  onClose?: () => void;
}

/**
 * Manages a form of the administration. Its draft is stored in the tab while it differs from what
 * is saved, leaving it unsaved asks for confirmation, and errors appear at their fields, the first
 * of which gets the focus after each rejection.
 */
export function useDraftForm<Draft extends FieldValues, Input>({
  storage,
  id,
  stored: initial,
  isSame,
  resolver,
  reValidateMode,
  isRestored = false,
  mutationKey,
  onClose,
}: DraftFormOptions<Draft, Input>) {
  const [found] = useState(() => storage.find(id));
  const [stored, setStored] = useState(() =>
    // The version that the draft is based on: a save since then is not overwritten.
    isRestored && found ? { ...initial, version: found.version } : initial,
  );
  const [offer, setOffer] = useState(isRestored ? null : found);
  const [first] = useState(isRestored && found ? found.draft : initial.draft);
  const form = useForm<Draft, unknown, Input>({
    values: first,
    resolver,
    reValidateMode,
    shouldFocusError: false,
  });
  const { isSubmitted, submitCount } = form.formState;
  const draft = form.watch();
  const isDirty = !isSame(draft, stored.draft);
  const { version } = stored;

  const isSignedOut = useIsSignedOut(mutationKey);
  const guard = useLeaveGuard(isDirty && !isSignedOut, onClose);

  useEffect(() => {
    if (isDirty) storage.save({ id, draft, version });
    else if (!offer) storage.forget(id);
  }, [storage, id, draft, version, isDirty, offer]);

  const element = useRef<HTMLFormElement>(null);
  const [serverRefusals, setServerRefusals] = useState(0);
  useEffect(() => {
    if (submitCount === 0 && serverRefusals === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount, serverRefusals]);
  /** The draft submitted last: a field changed since then is not marked as rejected. */
  const submitted = useRef<Draft>(undefined);

  return {
    /** Ref of the form element, in which the first invalid field is found. */
    element,
    draft,
    isDirty,
    guard,
    /**
     * Returns the kind of error at a field: a zod code, the name of a rule of our own, or `refused`
     * by the server.
     */
    errorAt(path: FieldPath<Draft>): string | undefined {
      const error = form.getFieldState(path, form.formState).error;
      return error?.type === 'custom' ? error.message : error?.type;
    },
    change: ((path, value) => {
      form.setValue(path, value, { shouldValidate: isSubmitted && reValidateMode === 'onChange' });
      if (reValidateMode === 'onSubmit') form.clearErrors(path);
    }) satisfies typeof form.setValue,
    /** Returns the current draft, for responses that arrive long after their request. */
    current: (): Draft => form.getValues(),
    /** @param save called with the input to send and the version that it replaces */
    submit: (save: (input: Input, version: number | undefined) => void, replaced = version) =>
      form.handleSubmit((input) => {
        submitted.current = structuredClone(form.getValues());
        save(input, replaced ?? undefined);
      })(),
    /**
     * Shows errors at the fields that the server rejected.
     * @param ruleOf returns the rule of our own that the field broke, if that is known
     */
    refuse(
      paths: readonly FieldPath<Draft>[],
      ruleOf: (path: FieldPath<Draft>) => string | undefined = () => undefined,
    ) {
      for (const path of paths) {
        if (get(form.getValues(), path) === get(submitted.current, path)) {
          const rule = ruleOf(path);
          form.setError(path, rule ? { type: 'custom', message: rule } : { type: 'refused' });
        }
      }
      setServerRefusals((count) => count + 1);
    },
    offer: offer && {
      restore() {
        form.reset(offer.draft);
        setStored({ ...stored, version: offer.version });
        setOffer(null);
      },
      discard: () => setOffer(null),
    },
    /** Keeps the draft and makes the latest saved version its base. */
    rebaseOn: setStored,
    replaceWith(latest: Stored<Draft>) {
      setStored(latest);
      form.reset(latest.draft);
    },
    forget: () => storage.forget(id),
    /** Goes to the requested destination and discards the draft. */
    leave() {
      storage.forget(id);
      guard.leave();
    },
  };
}
