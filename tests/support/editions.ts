import { eq } from 'drizzle-orm';
import { editions } from '#shared/schema';
import type { TestApp } from './app';

/** Archives the current edition, and makes one of this year current instead. */
export async function beginEdition(app: TestApp, year: string, at: Date): Promise<number> {
  const { id, settings } = app.deps.event.current;
  const begun = await app.db.transaction(async (tx) => {
    await tx.update(editions).set({ state: 'archived', endedAt: at }).where(eq(editions.id, id));
    return tx
      .insert(editions)
      .values({ state: 'current', begunAt: at, settings: { ...settings, year } })
      .returning({ id: editions.id });
  });
  await app.deps.event.reload();
  return begun[0]!.id;
}

/** Adds a draft of this year. */
export async function draftEdition(app: TestApp, year: string): Promise<void> {
  const { settings } = app.deps.event.current;
  await app.db.insert(editions).values({ state: 'draft', settings: { ...settings, year } });
  await app.deps.event.reload();
}
