export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** What can be done about it, once. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  /** New for every message, so that the same words twice are two toasts. */
  id: number;
}

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message from anywhere, inside React or not; it takes the place of the one on screen. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  show({ ...message, id: lastId });
}

/** Says what went wrong, and what that means. */
export const toastError = (title: string, description: string): void =>
  toast({ title, description, variant: 'destructive' });

/** Takes the toast on screen away; a given one only unless another has replaced it meanwhile. */
export function dismissToast(id = current?.id): void {
  if (current && current.id === id) show(null);
}

export const currentToast = (): ShownToast | null => current;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
