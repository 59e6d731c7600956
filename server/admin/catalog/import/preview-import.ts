import type { Queryable } from '#server/db/client';
import type { ImportPreview, ImportResult } from '#shared/contracts/catalog-import';
import { readCatalogIndex } from './catalog-index';
import { type ImportPlan, planImport } from './plan-import';
import { readSheet, type Sheet } from './read-sheet';

/** Returns what an import of this file would change, or all its issues. Changes nothing. */
export async function previewImport(db: Queryable, file: Buffer): Promise<ImportPreview> {
  const sheet = await readSheet(file);
  const plan = await planFor(db, sheet);
  const { encoding, rows, issues } = sheet;
  const isSound = issues.count === 0;
  return {
    encoding,
    rows: rows.length,
    issues: issues.inOrder(),
    issueCount: issues.count,
    counts: isSound ? countsOf(plan) : { newArtists: 0, existingArtists: 0, nominations: 0 },
    artists: isSound ? plan.artists.map(toPreview) : [],
    plan: plan.fingerprint,
  };
}

export async function planFor(db: Queryable, sheet: Sheet): Promise<ImportPlan> {
  const names = sheet.rows.flatMap(({ cells }) => cells.get('name') ?? []);
  return planImport(sheet, await readCatalogIndex(db, names));
}

export function countsOf({ artists }: ImportPlan): ImportResult {
  const existingArtists = artists.filter(({ existing }) => existing !== null).length;
  return {
    newArtists: artists.length - existingArtists,
    existingArtists,
    nominations: artists.reduce((sum, { input }) => sum + input.nominations.length, 0),
  };
}

const toPreview = ({
  existing,
  input,
  categories,
  returning,
}: ImportPlan['artists'][number]): ImportPreview['artists'][number] => ({
  name: existing?.name ?? input.name,
  existingId: existing?.id ?? null,
  categories: categories.map(({ name, nameFr }) => ({ name, nameFr })),
  returning,
});
