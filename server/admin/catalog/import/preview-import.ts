import type { Queryable } from '#server/db/client';
import type { ImportChoices, ImportPreview, ImportResult } from '#shared/contracts/catalog-import';
import { readCatalogIndex } from './catalog-index';
import { type ImportPlan, planImport } from './plan-import';
import { readSheet, type Sheet } from './read-sheet';

/** Returns what an import of this file would change, or all its issues. Changes nothing. */
export async function previewImport(
  db: Queryable,
  edition: number,
  file: Buffer,
  choices: ImportChoices,
): Promise<ImportPreview> {
  const sheet = await readSheet(file, choices);
  const plan = await planFor(db, edition, sheet, choices);
  const { found, columns, passedOver, rows, issues } = sheet;
  const isSound = issues.count === 0;
  return {
    ...found,
    passedOver: passedOver.listed,
    passedOverCount: passedOver.count,
    columns,
    rows: rows.length,
    issues: issues.inOrder(),
    issueCount: issues.count,
    counts: isSound ? countsOf(plan) : NO_CHANGES,
    artists: isSound ? plan.artists.map(toPreview) : [],
    plan: plan.fingerprint,
  };
}

const NO_CHANGES: ImportResult = {
  newCategories: 0,
  newArtists: 0,
  existingArtists: 0,
  nominations: 0,
};

/** Reads the catalogue of an edition, and plans what the sheet adds to it. */
export async function planFor(
  db: Queryable,
  edition: number,
  sheet: Sheet,
  choices: ImportChoices,
): Promise<ImportPlan> {
  const names = sheet.rows.flatMap(({ names: inRow }) => inRow);
  const catalog = await readCatalogIndex({ db, edition }, names, choices.categories ?? new Map());
  return planImport(sheet, catalog, choices);
}

export function countsOf({ artists, newCategories }: ImportPlan): ImportResult {
  const existingArtists = artists.filter(({ existing }) => existing !== null).length;
  return {
    newCategories: newCategories.length,
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
