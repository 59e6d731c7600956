import type { Writable } from 'node:stream';
import { lettersOf, openFaces } from '#server/platform/fonts/index';
import { type Language, localized } from '#shared/domain/localized';
import { providerName } from '#shared/domain/provider-name';
import type { ClosingReport } from './closings';
import { LINE_FIGURES } from './corrections';
import { aboutText, writtenValue } from './report-values';
import { REPORT_TEXTS } from './texts';

/** Replaces a letter that no font has. */
const MISSING = '\u25af';
const MARGIN = 48;
const COLOURS = { text: '#1b1712', soft: '#6a6258', line: '#cfc8bb' };

interface ReportOptions {
  language: Language;
  eventName: string;
  timezone: string;
  now: Date;
}

interface Cell {
  text: string;
  /** As a fraction of the page's width. */
  width: number;
  isFigure?: boolean;
}

/** Renders the report while sending it; loads the PDF library only on demand. */
export async function sendReportPdf(
  report: ClosingReport,
  out: Writable,
  { language, eventName, timezone, now }: ReportOptions,
): Promise<void> {
  const texts = REPORT_TEXTS[language];
  const page = await openDocument(`${eventName} – ${texts.title}`);
  page.document.pipe(out);
  const moment = (at: Date) =>
    new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: timezone,
    }).format(at);
  const { lines, fees, votesByCategory, open } = report.figures;

  page.heading(eventName, 20);
  page.heading(`${texts.title}: ${dayText(report.day, language) ?? texts.wholeEdition}`, 14);
  page.note(`${texts.closedBy} ${report.by}, ${moment(report.closedAt)} (${timezone})`);
  page.note(`${texts.madeAt} ${moment(now)} – #${report.id}`);

  page.heading(texts.totals, 13);
  for (const line of lines) {
    page.heading(`${providerName(line.provider)}, ${line.currency}`, 11);
    for (const name of LINE_FIGURES) {
      const value = writtenValue(line[name], name, line.currency, language);
      page.row([
        { text: texts.figures[name], width: 0.6 },
        { text: value, width: 0.4, isFigure: true },
      ]);
    }
  }
  page.heading(texts.fees, 13);
  if (fees.length === 0) page.note(texts.noFees);
  for (const { provider, currency, fee, net } of fees) {
    const amountText = (value: number, name: 'fee' | 'net') =>
      `${texts.figures[name]} ${writtenValue(value, name, currency, language)}`;
    page.row([
      { text: `${providerName(provider)}, ${currency}`, width: 0.4 },
      { text: amountText(fee, 'fee'), width: 0.3, isFigure: true },
      { text: amountText(net, 'net'), width: 0.3, isFigure: true },
    ]);
  }
  page.heading(texts.votesByCategory, 13);
  for (const { name, nameFr, votes } of votesByCategory) {
    page.row([
      { text: localized(language, name, nameFr), width: 0.75 },
      { text: writtenValue(votes, 'votes', null, language), width: 0.25, isFigure: true },
    ]);
  }
  page.heading(texts.open, 13);
  for (const name of ['pending', 'flagged', 'differences', 'notCompared'] as const) {
    page.row([
      { text: texts[name], width: 0.75 },
      { text: writtenValue(open[name], 'payments', null, language), width: 0.25, isFigure: true },
    ]);
  }
  page.heading(texts.corrections, 13);
  if (report.corrections.length === 0) page.note(texts.noCorrections);
  for (const correction of report.corrections) {
    const { figure, currency, closed, now: present } = correction;
    const about = [aboutText(correction, language), currency, texts.figures[figure]];
    page.row([
      { text: about.filter(Boolean).join(', '), width: 0.5 },
      {
        text: `${texts.closed} ${writtenValue(closed, figure, currency, language)}`,
        width: 0.25,
        isFigure: true,
      },
      {
        text: `${texts.now} ${writtenValue(present, figure, currency, language)}`,
        width: 0.25,
        isFigure: true,
      },
    ]);
  }
  page.document.end();
}

const dayText = (day: string | null, language: Language): string | null =>
  day === null
    ? null
    : new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(
        new Date(`${day}T12:00:00Z`),
      );

async function openDocument(title: string) {
  const { default: PDFDocument } = await import('pdfkit');
  const [regular, bold] = await Promise.all([openFaces(400), openFaces(700)]);
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: title } });
  const width = document.page.width - 2 * MARGIN;
  const bottom = document.page.height - MARGIN;

  const registered = new Set<string>();
  const piecesOf = (text: string, isBold: boolean) => {
    const faces = isBold ? bold : regular;
    // Few fonts have the narrow no-break space of French numbers.
    const runs = faces.runsOf(text.replace(/\u202f/g, '\u00a0'));
    return runs
      .flatMap((run) =>
        run.face ? [run] : faces.runsOf(MISSING.repeat(lettersOf(run.text).length)),
      )
      .flatMap(({ face, text }) => {
        if (!face) return [];
        if (!registered.has(face.name)) document.registerFont(face.name, face.file);
        registered.add(face.name);
        return [{ font: face.name, text }];
      });
  };
  const widthOf = (text: string, isBold: boolean) =>
    piecesOf(text, isBold).reduce(
      (sum, piece) => sum + document.font(piece.font).widthOfString(piece.text),
      0,
    );
  /** @param lineWidth width at which lines are broken */
  const write = (text: string, x: number, y: number, lineWidth: number, isBold = false) => {
    const pieces = piecesOf(text, isBold);
    pieces.forEach((piece, index) => {
      const options = { width: lineWidth, continued: index < pieces.length - 1 };
      document.font(piece.font);
      if (index === 0) document.text(piece.text, x, y, options);
      else document.text(piece.text, options);
    });
  };
  const ensureSpace = (height: number) => {
    if (document.y + height > bottom) document.addPage();
  };
  return {
    document,
    heading(text: string, size: number) {
      ensureSpace(size * 3);
      document.moveDown(0.6).fontSize(size).fillColor(COLOURS.text);
      write(text, MARGIN, document.y, width, true);
      document.moveDown(0.2);
    },
    note(text: string) {
      ensureSpace(20);
      document.fontSize(10).fillColor(COLOURS.soft);
      write(text, MARGIN, document.y, width);
    },
    row(cells: Cell[]) {
      document.fontSize(10);
      ensureSpace(40);
      const top = document.y + 3;
      let x = MARGIN;
      let lowest = top;
      document.fillColor(COLOURS.text);
      for (const { text, width: share, isFigure = false } of cells) {
        const cellWidth = share * width;
        const start = isFigure ? x + cellWidth - Math.min(cellWidth, widthOf(text, false)) : x;
        write(text, start, top, isFigure ? cellWidth + 1 : cellWidth - 8);
        lowest = Math.max(lowest, document.y);
        x += cellWidth;
      }
      document
        .moveTo(MARGIN, lowest + 2)
        .lineTo(MARGIN + width, lowest + 2)
        .lineWidth(0.5)
        .strokeColor(COLOURS.line)
        .stroke();
      document.x = MARGIN;
      document.y = lowest + 3;
    },
  };
}
