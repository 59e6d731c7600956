import { escapeHtml } from '#server/platform/escape-html';
import type { MailWords, NoticeWords, ReceiptWords } from './words';

/**
 * The site's colours as literals: mail clients do not support variables and drop most style sheets.
 */
const SURFACE = '#120B1E';
const RAISED = '#1C1230';
const LINE = '#3B2A5C';
const TEXT = '#F7F2FF';
const QUIET = '#BFB0DA';
const GOLD = '#F5B82E';

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Lays out with tables and inline styles only, and every background both as attribute and as style,
 * which all mail clients support. Loads nothing.
 * @param rows of the card, below its heading
 */
function page({ language, event, heading, lead, notes }: MailWords, rows: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(heading)}</title>
</head>
<body bgcolor="${SURFACE}" style="margin:0;padding:0;background-color:${SURFACE};color:${TEXT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;color:${SURFACE}">${escapeHtml(lead)}</div>
${table(
  'width="100%"',
  `<tr><td align="center" bgcolor="${SURFACE}" style="padding:28px 12px;background-color:${SURFACE}">
${table(
  `width="100%" bgcolor="${RAISED}"`,
  `${row(`padding:32px 24px 0;text-align:center;${style(GOLD, 13, 18, 700)};letter-spacing:2px;text-transform:uppercase`, escapeHtml(event))}
${row(`padding:14px 24px 0;text-align:center;${style(TEXT, 26, 32, 800)}`, escapeHtml(heading), 'h1')}
${row(`padding:8px 24px 0;text-align:center;${style(QUIET, 16, 24, 400)}`, escapeHtml(lead))}
${rows}`,
  `max-width:560px;background-color:${RAISED};border:1px solid ${LINE};border-radius:20px`,
)}
${table(
  'width="100%"',
  notes
    .map((note) => row(`padding:16px 24px 0;${style(QUIET, 13, 20, 400)}`, escapeHtml(note)))
    .join('\n'),
  'max-width:560px',
)}
</td></tr>`,
  `background-color:${SURFACE}`,
)}
</body>
</html>
`;
}

export function renderReceipt(words: ReceiptWords): string {
  const { artist, votes, code, entry, view } = words;
  return page(
    words,
    `${row(`padding:28px 24px 0;text-align:center;${style(QUIET, 15, 22, 400)}`, escapeHtml(words.votedFor))}
${row(`padding:2px 24px 0;text-align:center;${style(TEXT, 30, 36, 800)};word-break:break-word;overflow-wrap:anywhere`, escapeHtml(artist))}
${row(`padding:6px 24px 0;text-align:center;${style(GOLD, 30, 38, 800)}`, escapeHtml(votes))}
<tr><td style="padding:24px 24px 0">
${table('width="100%"', `${head(words.byCategory)}${words.categories.map(({ name, votes: value }) => pair({ label: name, value, breaks: 'label' })).join('')}`)}
</td></tr>
<tr><td style="padding:20px 24px 0">
${detailTable(words)}
</td></tr>
<tr><td align="center" style="padding:28px 24px 0">
${table(
  `bgcolor="${SURFACE}"`,
  `<tr><td align="center" style="padding:16px 26px;border:2px dashed ${GOLD};border-radius:14px">
<div style="${style(QUIET, 13, 18, 400)}">${escapeHtml(code.label)}</div>
<div style="${style(TEXT, 24, 32, 700)};font-family:Consolas,Menlo,'Courier New',monospace;letter-spacing:2px;white-space:nowrap">${escapeHtml(code.value)}</div>
</td></tr>`,
  `background-color:${SURFACE};border-radius:14px`,
)}
</td></tr>
<tr><td align="center" style="padding:16px 24px 0">
<a href="${escapeHtml(entry.url)}" target="_blank" style="${style(QUIET, 15, 22, 400)};text-decoration:underline">${escapeHtml(entry.label)}</a>
</td></tr>
<tr><td align="center" style="padding:24px 24px 32px">
${table(
  `bgcolor="${GOLD}"`,
  `<tr><td align="center" bgcolor="${GOLD}" style="border-radius:999px;background-color:${GOLD}">
<a href="${escapeHtml(view.url)}" target="_blank" style="display:inline-block;padding:14px 30px;${style(SURFACE, 17, 24, 700)};text-decoration:none">${escapeHtml(view.label)}</a>
</td></tr>`,
  `background-color:${GOLD};border-radius:999px`,
)}
</td></tr>`,
  );
}

export const renderNotice = (words: NoticeWords): string =>
  page(
    words,
    `<tr><td style="padding:20px 24px 32px">
${detailTable(words)}
</td></tr>`,
  );

const detailTable = ({ details }: MailWords) =>
  table('width="100%"', details.map((detail) => pair({ ...detail, breaks: 'value' })).join(''));

const style = (color: string, size: number, lineHeight: number, weight: number) =>
  `${FONT};font-size:${size}px;line-height:${lineHeight}px;font-weight:${weight};color:${color}`;

const table = (attributes: string, rows: string, styles = '') =>
  `<table role="presentation" ${attributes} cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${styles}">${rows}</table>`;

const row = (styles: string, content: string, tag: 'h1' | null = null) =>
  `<tr><td style="${styles}">${tag ? `<${tag} style="margin:0;font:inherit;color:inherit">${content}</${tag}>` : content}</td></tr>`;

const head = (label: string) =>
  `<tr><td colspan="2" style="padding:0 0 6px;${style(QUIET, 13, 18, 400)}">${escapeHtml(label)}</td></tr>`;

interface Pair {
  label: string;
  value: string;
  /** The part that may wrap; the other one stays on one line. */
  breaks: 'label' | 'value';
}

const pair = ({ label, value, breaks }: Pair) => {
  const breaking = (side: Pair['breaks']) =>
    side === breaks ? 'word-break:break-word;overflow-wrap:anywhere' : 'white-space:nowrap';
  const cell = (side: Pair['breaks'], weight: number) =>
    `border-top:1px solid ${LINE};${style(TEXT, 16, 22, weight)};${breaking(side)}`;
  return (
    `<tr><td style="padding:10px 12px 10px 0;${cell('label', 400)}">${escapeHtml(label)}</td>` +
    `<td align="right" style="padding:10px 0;text-align:right;${cell('value', 700)}">${escapeHtml(value)}</td></tr>`
  );
};
