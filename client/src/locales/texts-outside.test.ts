import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import admin from './en/admin-area';
import count from './en/count-area';
import pages from './en/pages-area';
import payment from './en/payment-area';
import receipts from './en/receipts-area';

/** Attributes and properties that are shown or announced. */
const SHOWN_NAMES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'closeLabel',
  'description',
  'heading',
  'hint',
  'label',
  'placeholder',
  'title',
]);

/** Operators of which both sides may be shown. */
const CHOICES = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/**
 * Returns texts that a component shows without `t`: between its tags, or in attributes and
 * properties that are shown or announced.
 */
function textsOutsideLocales(fileName: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    // Ignores entities and placeholders such as {hotkey}.
    const visibleText = text.replace(/&\w+;|\{\w+\}/g, '').trim();
    if (/\p{L}/u.test(visibleText)) found.push(`${fileName}: ${visibleText}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node.text);
    if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent)) noteLiterals(node.expression);
    if (ts.isJsxAttribute(node) && SHOWN_NAMES.has(node.name.getText())) {
      noteLiterals(node.initializer);
    }
    if (ts.isPropertyAssignment(node) && SHOWN_NAMES.has(node.name.getText())) {
      noteLiterals(node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  const noteLiterals = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteralLike(node)) note(node.text);
    else if (ts.isTemplateExpression(node)) {
      for (const text of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
        note(text.text);
      }
    } else if (ts.isJsxExpression(node)) noteLiterals(node.expression);
    else if (ts.isParenthesizedExpression(node)) noteLiterals(node.expression);
    else if (ts.isConditionalExpression(node)) {
      noteLiterals(node.whenTrue);
      noteLiterals(node.whenFalse);
    } else if (ts.isBinaryExpression(node) && CHOICES.has(node.operatorToken.kind)) {
      noteLiterals(node.left);
      noteLiterals(node.right);
    }
  };
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true));
  return found;
}

test('the search finds texts between tags, in attributes and in toasts', () => {
  const component = `
    toast({ title: 'Saved', description: t('a.b') });
    export const Card = () => (
      <p title={isNew ? 'New' : t('old')} className="p-4">Hello <b>{name}</b> · {'there'}</p>
    );`;
  expect(textsOutsideLocales('card.tsx', component)).toEqual([
    'card.tsx: Saved',
    'card.tsx: New',
    'card.tsx: Hello',
    'card.tsx: there',
  ]);
});

const SOURCE = path.join(import.meta.dirname, '..');
const SOURCE_FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(path.join(SOURCE, file), 'utf8') }));

test('no visible or announced text is outside the language files', () => {
  expect(SOURCE_FILES.length).toBeGreaterThan(50);
  expect(SOURCE_FILES.flatMap(({ file, source }) => textsOutsideLocales(file, source))).toEqual([]);
});

const ADMIN = /^(features[\\/]admin[\\/]|pages[\\/]admin[\\/])/;
/** Used by the server, which has all texts. */
const SERVERS = 'page-heads.ts';
const COUNT = /^(features[\\/]open-count)/;
const PAYMENT = /^(features|pages)[\\/](admin|checkout)/;
const RECEIPTS =
  /^(features|pages)[\\/](admin|my-receipts|open-count[\\/]components[\\/](checked-)?receipt|receipts)/;
const PAGES = /^(features|pages)[\\/](editions|payment-help|posters|privacy)/;

test.each([
  ['the administration', Object.keys(admin), ADMIN],
  ['the open count', Object.keys(count), COUNT],
  ['who pays', Object.keys(payment), PAYMENT],
  ['who has paid', Object.keys(receipts), RECEIPTS],
  ['pages that few open', Object.keys(pages), PAGES],
])('only components that load the texts of %s use them', (_, areas, loaders) => {
  const key = new RegExp(`['"\`](${areas.join('|')})\\.[a-z]`);
  const users = SOURCE_FILES.filter(({ source }) => key.test(source)).map(({ file }) => file);
  expect(users.length).toBeGreaterThan(5);
  expect(users.filter((file) => file !== SERVERS && !loaders.test(file))).toEqual([]);
});
