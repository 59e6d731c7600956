import { afterEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast, subscribeToToasts, toast } from './toast';

afterEach(() => dismissToast());

test('a new toast replaces the one on screen', () => {
  toast({ title: 'First' });
  toast({ title: 'Second' });
  expect(currentToast()).toMatchObject({ title: 'Second' });
});

test('showing the same text twice makes two toasts', () => {
  toast({ title: 'Link Copied' });
  const first = currentToast();
  toast({ title: 'Link Copied' });
  expect(currentToast()?.id).not.toBe(first?.id);
});

test('dismissing a toast that was replaced does not affect its successor', () => {
  toast({ title: 'First' });
  const first = currentToast()!;
  toast({ title: 'Second' });
  dismissToast(first.id);
  expect(currentToast()).toMatchObject({ title: 'Second' });
});

test('listeners are called on showing and dismissing until they unsubscribe', () => {
  const listener = vi.fn();
  const unsubscribe = subscribeToToasts(listener);
  toast({ title: 'First' });
  dismissToast(currentToast()!.id);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  toast({ title: 'Second' });
  expect(listener).toHaveBeenCalledTimes(2);
});
