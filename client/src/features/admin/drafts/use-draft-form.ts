import { useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, get, type Resolver, useForm } from 'react-hook-form';
import type { DraftKeeper } from './model/draft-keeper';
import { useIsSignedOut, useLeaveGuard } from './use-leave-guard';

/** What a draft is made from, and compared with. */
interface Stored<Draft> {
  draft: Draft;
  /** None for what is being created. */
  version: number | null;
}

interface DraftFormOptions<Draft extends FieldValues, Input> {
  keeper: DraftKeeper<Draft>;
  /** Of what is edited; null for what is being created. */
  id: string | null;
  stored: Stored<Draft>;
  isSame: (one: Draft, other: Draft) => boolean;
  /** Of the contract's schema, which the server parses with as well. */
  resolver: Resolver<Draft, unknown, Input>;
  /** When an error of a refused submission goes: once the field is right, or at its first change. */
  reValidateMode: 'onChange' | 'onSubmit';
  /** Goes on with the draft that was kept, without offering it first. */
  isRestored?: boolean;
  /** Begins the key of every change made from the form. */
  mutationKey: string;
  /** Closes the dialog that the form is in. */
  onClose?: () => void;
}

/**
 * A form of the administration: its draft is kept in the tab while it differs from what is stored,
 * leaving it unsaved is asked about, and errors stand at their fields, the first of which has the
 * focus after each refusal.
 */
export function useDraftForm<Draft extends FieldValues, Input>({
  keeper,
  id,
  stored: initial,
  isSame,
  resolver,
  reValidateMode,
  isRestored = false,
  mutationKey,
  onClose,
}: DraftFormOptions<Draft, Input>) {
  const [found] = useState(() => keeper.find(id));
  const [stored, setStored] = useState(() =>
    // The version it was made from: a save since then is not overwritten.
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
    if (isDirty) keeper.keep({ id, draft, version });
    else if (!offer) keeper.forget(id);
  }, [keeper, id, draft, version, isDirty, offer]);

  const element = useRef<HTMLFormElement>(null);
  const [serverRefusals, setServerRefusals] = useState(0);
  useEffect(() => {
    if (submitCount === 0 && serverRefusals === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount, serverRefusals]);
  /** What was submitted last: a field that was changed since then is not refused. */
  const submitted = useRef<Draft>(undefined);

  return {
    /** Of the form element, so that the first field at fault is found in it. */
    element,
    draft,
    isDirty,
    guard,
    /** The kind of error at a field: a code of zod, the name of a rule of our own, or `refused` by the server. */
    errorAt(path: FieldPath<Draft>): string | undefined {
      const error = form.getFieldState(path, form.formState).error;
      return error?.type === 'custom' ? error.message : error?.type;
    },
    change: ((path, value) => {
      form.setValue(path, value, { shouldValidate: isSubmitted && reValidateMode === 'onChange' });
      if (reValidateMode === 'onSubmit') form.clearErrors(path);
    }) satisfies typeof form.setValue,
    /** The draft of this moment, for what arrives long after it was asked for. */
    current: (): Draft => form.getValues(),
    /** @param save takes what is sent, and the version that it is to replace */
    submit: (save: (input: Input, version: number | undefined) => void, over = version) =>
      form.handleSubmit((input) => {
        submitted.current = structuredClone(form.getValues());
        save(input, over ?? undefined);
      })(),
    /** Shows what the server refuses at its fields. */
    refuse(paths: readonly FieldPath<Draft>[]) {
      for (const path of paths) {
        if (get(form.getValues(), path) === get(submitted.current, path)) {
          form.setError(path, { type: 'refused' });
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
    /** Keeps the draft and takes the latest stored version as its base. */
    goOnOver: setStored,
    takeOver(latest: Stored<Draft>) {
      setStored(latest);
      form.reset(latest.draft);
    },
    forget: () => keeper.forget(id),
    /** Goes where the question was about, without the draft. */
    leave() {
      keeper.forget(id);
      guard.leave();
    },
  };
}
