export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** An action that can be run once. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  /** New for every message, so that the same text twice makes two toasts. */
  id: number;
}

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message from anywhere, inside React or not; it replaces the one on screen. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  show({ ...message, id: lastId });
}

/** Shows an error and what it means. */
export const toastError = (title: string, description: string): void =>
  toast({ title, description, variant: 'destructive' });

/** Dismisses the toast on screen; a given one only unless another has replaced it meanwhile. */
export function dismissToast(id = current?.id): void {
  if (current && current.id === id) show(null);
}

export const currentToast = (): ShownToast | null => current;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
