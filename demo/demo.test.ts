import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { FAILURE_REASONS, methodOf } from '#shared/domain/payment';
import { normalizePhone } from '#shared/domain/phone';
import { INITIAL_VOTE_PRICES } from '#shared/domain/pricing';
import { normalizeReceiptCode } from '#shared/domain/receipt-code';
import { demoArtists, withoutPhoto } from './artists';
import { demoCatalogue } from './catalogue';
import { french } from './french';
import { countedVotes, paymentHistory } from './history';
import { demoId } from './identity';

const now = new Date('2025-11-21T12:00:00Z');
const DAY = 86_400_000;
const catalogue = demoCatalogue(now);
const historyAt = (endsAt: Date, seed = 'awards night') =>
  paymentHistory(demoCatalogue(endsAt).candidates, { seed, now: endsAt });
const history = historyAt(now);

const categoriesOf = (artistId: string) =>
  catalogue.nominations.filter((nomination) => nomination.artistId === artistId);
const artistOf = new Map(catalogue.nominations.map(({ id, artistId }) => [id, artistId]));

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

function byPayment<T extends { paymentId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.paymentId, [...(groups.get(row.paymentId) ?? []), row]);
  return groups;
}

function expectDistinct(values: readonly unknown[]) {
  expect(new Set(values).size).toBe(values.length);
}

describe('the catalogue', () => {
  test('has at least eight categories, forty artists and about a hundred nominations', () => {
    expect(catalogue.categories.length).toBeGreaterThanOrEqual(8);
    expect(catalogue.artists.length).toBeGreaterThanOrEqual(40);
    expect(catalogue.nominations.length).toBeGreaterThanOrEqual(95);
    expect(catalogue.nominations.length).toBeLessThanOrEqual(110);
  });

  test('nominates every artist, several of them in three categories or more', () => {
    const counts = catalogue.artists.map(({ id }) => categoriesOf(id).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(counts.filter((count) => count >= 3).length).toBeGreaterThanOrEqual(5);
    expect(catalogue.candidates.map(({ nominationIds }) => nominationIds.length).sort()).toEqual(
      counts.sort(),
    );
  });

  test('leaves exactly one category without nominees', () => {
    const nominated = new Set(catalogue.nominations.map(({ categoryId }) => categoryId));
    expect(catalogue.categories.filter(({ id }) => !nominated.has(id))).toHaveLength(1);
  });

  test('leaves two artists without a photograph and most categories with one', () => {
    expect(catalogue.artists.filter(({ photoUrl }) => photoUrl === null)).toHaveLength(2);
    const pictured = catalogue.categories.filter(({ backgroundImageUrl }) => backgroundImageUrl);
    expect(pictured.length).toBeGreaterThan(catalogue.categories.length / 2);
    expect(pictured.length).toBeLessThan(catalogue.categories.length);
    for (const { backgroundColor, icon } of catalogue.categories) {
      expect(backgroundColor).toMatch(/^#[0-9A-F]{6}$/);
      expect(icon).toMatch(/^fa-[a-z-]+$/);
    }
  });

  test('has all texts in both languages', () => {
    const pairs = [
      ...catalogue.categories.flatMap((category) => [
        [category.name, category.nameFr],
        [category.description, category.descriptionFr],
      ]),
      ...catalogue.artists.map((artist) => [artist.bio, artist.bioFr]),
      ...catalogue.nominations.flatMap((nomination) => [
        [nomination.nominationTitle, nomination.nominationTitleFr],
        [nomination.nominationDescription, nomination.nominationDescriptionFr],
      ]),
    ].filter(([english, translated]) => english !== null || translated !== null);
    for (const [english, translated] of pairs) {
      expect(english?.trim()).toBeTruthy();
      expect(translated?.trim()).toBeTruthy();
      expect(translated).not.toBe(english);
      // Texts use typographic quotes and apostrophes.
      expect(`${english}${translated}`).not.toMatch(/['"]/);
    }
    const titled = catalogue.nominations.filter(({ nominationTitle }) => nominationTitle);
    expect(titled.length).toBeGreaterThan(90);
  });

  test('never lets a French line start with an isolated punctuation mark', () => {
    expect(french('Qui ? « Moi », dit-il : oui !')).toBe(
      'Qui\u202f? «\u00a0Moi\u00a0», dit-il\u00a0: oui\u202f!',
    );
    const texts = JSON.stringify([catalogue.artists, catalogue.categories, catalogue.nominations]);
    expect(texts).not.toMatch(/ [?!;:»]|« /);
  });

  test('tests layouts with a long name and a long title that still fit their columns', () => {
    const names = catalogue.artists.map(({ name }) => name.length);
    const titles = catalogue.nominations.flatMap(({ nominationTitle, nominationTitleFr }) => [
      nominationTitle?.length ?? 0,
      nominationTitleFr?.length ?? 0,
    ]);
    expect(Math.max(...names)).toBeGreaterThan(60);
    expect(Math.max(...titles)).toBeGreaterThan(150);
    expect(Math.max(...names, ...titles)).toBeLessThanOrEqual(255);
  });

  test('gives everything a unique id and link', () => {
    const { artists, categories, nominations } = catalogue;
    const ids = [...artists, ...categories, ...nominations].map(({ id }) => id);
    expectDistinct(ids);
    expectDistinct(nominations.map(({ shareableLink }) => shareableLink));
    expectDistinct(nominations.map(({ artistId, categoryId }) => `${artistId} ${categoryId}`));
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    for (const { shareableLink } of nominations) {
      expect(shareableLink).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
    expect(demoId('artist', 'junior-kasanji')).toBe(demoId('artist', 'junior-kasanji'));
  });

  test('refers only to existing artists and categories', () => {
    const artistIds = new Set(catalogue.artists.map(({ id }) => id));
    const categoryIds = new Set(catalogue.categories.map(({ id }) => id));
    for (const { artistId, categoryId } of catalogue.nominations) {
      expect(artistIds).toContain(artistId);
      expect(categoryIds).toContain(categoryId);
    }
  });
});

describe('the pictures', () => {
  const urls = [
    ...catalogue.artists.map(({ photoUrl }) => photoUrl),
    ...catalogue.categories.map(({ backgroundImageUrl }) => backgroundImageUrl),
  ].filter((url) => url !== null);

  const directory = path.join(import.meta.dirname, 'pictures');
  const files = readdirSync(directory);

  test('exist for every address, and no others', () => {
    expect(withoutPhoto.size).toBe(2);
    expect(urls.sort()).toEqual(files.map((name) => `/uploads/demo/${name}`).sort());
  });

  test.each(files)('%s is small and has the dimensions of its kind', async (name) => {
    const bytes = readFileSync(path.join(directory, name));
    const isPortrait = demoArtists.some(({ slug }) => name === `${slug}.webp`);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      ...(isPortrait ? { width: 800, height: 1000 } : { width: 1200, height: 800 }),
    });
    expect(bytes.length).toBeLessThan(80_000);
  });
});

describe('the past payments', () => {
  test('are the same for the same seed and time, and differ for another seed', () => {
    expect(historyAt(now)).toEqual(history);
    expect(historyAt(now, 'another night').payments).not.toEqual(history.payments);
  });

  test('fill thirty days, with none in the future', () => {
    expect(history.payments.length).toBeGreaterThan(750);
    expect(history.payments.length).toBeLessThan(1_150);
    const days = new Set(
      history.payments.map(({ createdAt }) => Math.floor((now.getTime() - +createdAt) / DAY)),
    );
    expect(days).toEqual(new Set(Array.from({ length: 30 }, (_, day) => day)));
    const moments = [
      ...history.payments.flatMap((payment) => [
        payment.createdAt,
        payment.updatedAt,
        payment.attemptedAt,
        payment.completedAt,
        payment.deviceTimestamp,
      ]),
      ...history.events.map(({ at }) => at),
    ];
    for (const moment of moments) expect(Number(moment ?? 0)).toBeLessThanOrEqual(+now);
  });

  test('cover both methods and every state', () => {
    const states = countBy(history.payments, ({ status, attemptedAt, failureReason }) =>
      status === 'pending'
        ? attemptedAt
          ? 'attempted'
          : 'abandoned'
        : failureReason === 'refunded'
          ? 'refunded'
          : status,
    );
    expect(Object.keys(states).sort()).toEqual(
      ['abandoned', 'attempted', 'completed', 'failed', 'refunded'].sort(),
    );
    const methods = countBy(history.payments, ({ provider }) => provider);
    const total = history.payments.length;
    expect(Object.keys(methods).sort()).toEqual(['campay', 'stripe']);
    expect(methods.campay! / total).toBeGreaterThan(0.55);
    expect(methods.campay! / total).toBeLessThan(0.78);
    expect(states.completed! / total).toBeGreaterThan(0.76);
    expect(states.completed! / total).toBeLessThan(0.88);
    const reasons = countBy(
      history.payments.filter(({ status }) => status === 'failed'),
      ({ failureReason }) => failureReason ?? '',
    );
    expect(Object.keys(reasons).length).toBeGreaterThanOrEqual(7);
    for (const reason of Object.keys(reasons)) expect(FAILURE_REASONS).toContain(reason);
  });

  test('have the price of their votes, one to a hundred per category, all for one artist', () => {
    const votesOf = byPayment(history.votes);
    for (const payment of history.payments) {
      const votes = votesOf.get(payment.id) ?? [];
      const price = INITIAL_VOTE_PRICES[methodOf(payment.provider)];
      expect(votes.reduce((sum, { voteCount }) => sum + voteCount, 0)).toBe(payment.totalVotes);
      expect(payment.amount).toBe(payment.totalVotes! * price.amountMinor);
      expect(payment.currency).toBe(price.currency);
      expect(new Set(votes.map(({ nominationId }) => artistOf.get(nominationId))).size).toBe(1);
      expectDistinct(votes.map(({ nominationId }) => nominationId));
      for (const { voteCount, nominationId } of votes) {
        expect(voteCount).toBeGreaterThanOrEqual(1);
        expect(voteCount).toBeLessThanOrEqual(100);
        expect(artistOf.get(nominationId)).toBeDefined();
      }
    }
  });

  test('have a receipt and a completion time exactly when they were paid', () => {
    for (const payment of history.payments) {
      const wasPaid = payment.status === 'completed' || payment.failureReason === 'refunded';
      expect(payment.completedAt !== null).toBe(wasPaid);
      expect(payment.receiptCode !== null).toBe(wasPaid);
      expect(payment.failureReason !== null).toBe(payment.status === 'failed');
    }
    const codes = history.payments.flatMap(({ receiptCode }) => receiptCode ?? []);
    expectDistinct(codes);
    for (const code of codes) expect(normalizeReceiptCode(code)).toBe(code);
  });

  test('need no query to a provider', () => {
    for (const { nextCheckAt, status, providerRef } of history.payments) {
      expect(nextCheckAt).toBeNull();
      if (status === 'pending') expect(providerRef).toBeNull();
    }
    const references = history.payments.flatMap(({ providerRef }) => providerRef ?? []);
    expectDistinct([...history.payments.map(({ id }) => id), ...references]);
  });

  test('have a complete history of events', () => {
    const eventsOf = byPayment(history.events);
    for (const payment of history.payments) {
      const events = eventsOf.get(payment.id) ?? [];
      expect(events[0]).toMatchObject({ from: null, to: 'pending', source: 'create' });
      events.slice(1).forEach((event, index) => {
        expect(event.from).toBe(events[index]!.to);
        expect(Number(event.at)).toBeGreaterThanOrEqual(Number(events[index]!.at));
      });
      expect(events.at(-1)!.to).toBe(payment.status);
      expect(events.some(({ source }) => source === 'attempt')).toBe(payment.attemptedAt !== null);
    }
  });

  test('belong to fictional voters, many of whom return', () => {
    const phones = history.payments.flatMap(({ phoneNumber }) => phoneNumber ?? []);
    for (const phone of phones) {
      expect(phone).toMatch(/^23764[1-9]\d{6}$/);
      expect(normalizePhone(phone)).toBe(phone.slice(3));
    }
    for (const { voterEmail } of history.payments) {
      if (voterEmail) expect(voterEmail).toMatch(/^[a-z.-]+@example\.(com|cm|org)$/);
    }
    expect(new Set(phones).size).toBeLessThan(phones.length / 2);
  });

  test('make five artists trend at any hour and on any day of the week', () => {
    for (let hour = 0; hour < 24 * 7; hour += 5) {
      const endsAt = new Date(+now + hour * 3_600_000);
      const past = historyAt(endsAt);
      const recent = {
        ...past,
        payments: past.payments.filter(
          ({ completedAt }) => Number(completedAt ?? 0) > +endsAt - DAY,
        ),
      };
      const byArtist = new Map<string, number>();
      for (const [nominationId, votes] of countedVotes(recent)) {
        const artistId = artistOf.get(nominationId)!;
        byArtist.set(artistId, (byArtist.get(artistId) ?? 0) + votes);
      }
      const trending = [...byArtist.values()].filter((votes) => votes >= 10);
      expect(trending.length, endsAt.toISOString()).toBeGreaterThanOrEqual(5);
    }
  });

  test('are not counted when refunded, failed or never paid', () => {
    const completed = history.payments.filter(({ status }) => status === 'completed');
    const total = completed.reduce((sum, { totalVotes }) => sum + totalVotes!, 0);
    const counted = [...countedVotes(history).values()].reduce((sum, votes) => sum + votes, 0);
    expect(counted).toBe(total);
  });
});
