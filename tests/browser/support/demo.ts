import { type APIRequestContext, expect } from '@playwright/test';
import { demoId } from '#demo/identity';
import type { Artist, Category, Nomination } from '#shared/contracts/catalog';
import { freshNumber } from './voter';

/** Rows of the demo, and payments made for this run, used by the screens. */
export interface Demo {
  /** With a picture, and many nominees. */
  category: Category;
  /** The one category without nominees. */
  emptyCategory: Category;
  /** Nominated in several categories. */
  artist: Artist;
  shareLink: string;
  /** Both paid with one e-mail address. */
  paidPayments: { paymentId: string; receiptCode: string }[];
  email: string;
  /** The voter never answers the prompt. */
  pendingPaymentId: string;
}

const ARTIST = 'junior-kasanji';
const CATEGORY = 'artist-of-the-year';

export async function readDemo(request: APIRequestContext): Promise<Demo> {
  const categories: Category[] = await (await request.get('/api/categories')).json();
  const nominations: Nomination[] = await (
    await request.get(`/api/nominations/artist/${demoId('artist', ARTIST)}`)
  ).json();
  const category = categories.find(({ id }) => id === demoId('category', CATEGORY));
  const emptyCategory = categories.find(({ artistCount }) => artistCount === 0);
  const [nomination] = nominations;
  if (!category || !emptyCategory || !nomination) throw new Error('This is not the demo’s data.');

  const email = `fan-${freshNumber()}@example.com`;
  const [pendingPaymentId, ...paidPayments] = await Promise.all([
    startPayment(request, nominations, freshNumber('03'), email),
    pay(request, nominations.slice(0, 1), email),
    pay(request, nominations, email),
  ]);
  return {
    category,
    emptyCategory,
    artist: nomination.artist,
    shareLink: `${ARTIST}-artist`,
    paidPayments,
    email,
    pendingPaymentId,
  };
}

/** Starts a payment of two votes for each nomination, as the checkout does. */
export async function startPayment(
  request: APIRequestContext,
  nominations: readonly Nomination[],
  number: string,
  voterEmail = '',
): Promise<string> {
  const nominationVotes = nominations.map(({ id }) => ({ nominationId: id, voteCount: 2 }));
  const response = await request.post('/api/campay-payment', {
    data: {
      phoneNumber: `237${number}`,
      voterEmail,
      nominationVotes,
      totalVotes: 2 * nominationVotes.length,
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { paymentId } = await response.json();
  return paymentId;
}

/** A payment that the payer approves at once, with its receipt. */
export async function pay(
  request: APIRequestContext,
  nominations: readonly Nomination[],
  email: string,
): Promise<{ paymentId: string; receiptCode: string }> {
  const paymentId = await startPayment(request, nominations, freshNumber('06'), email);
  await expect
    .poll(async () => (await request.get(`/api/payment/${paymentId}/status`)).json())
    .toMatchObject({ status: 'completed' });
  const response = await request.get(`/api/payment/${paymentId}/receipt-code`);
  const { receiptCode } = await response.json();
  return { paymentId, receiptCode };
}
