/**
 * The card form and the bank's question, each in a shadow root of its own. Colours, fonts and
 * corners are the page's, given as `appearance`; the rest is ours.
 */
export const formStyle = `
:host {
  all: initial;
  display: block;
  font-family: var(--font);
  font-size: var(--size);
  line-height: 1.5;
  color: var(--text);
  text-align: start;
  overflow-wrap: anywhere;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
input, button, summary { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }

.form { display: grid; grid-template-columns: minmax(0, 1fr); gap: calc(var(--unit) * 4); }
.row {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5em), 1fr));
  gap: calc(var(--unit) * 4);
  align-items: start;
}
.Label {
  display: block;
  margin-bottom: var(--unit);
  font-size: 0.9375em;
  font-weight: 600;
  color: var(--text);
}
.box { position: relative; container-type: inline-size; }
.Input {
  display: block;
  width: 100%;
  min-height: 48px;
  padding: calc(var(--unit) * 2.5) calc(var(--unit) * 3);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--text);
  font-variant-numeric: tabular-nums;
  -webkit-appearance: none;
  appearance: none;
}
.box.has-brand .Input { padding-inline-end: 4.25em; }
.Input::placeholder { color: var(--placeholder); opacity: 1; }
.Input:focus {
  border-color: var(--primary);
  outline: none;
  box-shadow: 0 0 0 1px var(--primary), 0 0 0 4px var(--halo);
}
.Input--invalid, .Input--invalid:focus { border-color: var(--danger); }
.Input--invalid { box-shadow: 0 0 0 1px var(--danger); }
.Input:-webkit-autofill {
  -webkit-text-fill-color: var(--text);
  box-shadow: 0 0 0 100px var(--surface) inset;
}
.form.is-busy .Input { opacity: 0.65; }
.Error { font-size: 0.9375em; color: var(--danger); }
.Error:not(:empty) { margin-top: var(--unit); }

.brand {
  position: absolute;
  inset-block: 0;
  inset-inline-end: calc(var(--unit) * 3);
  display: flex;
  align-items: center;
  pointer-events: none;
}
.brand svg { display: block; width: 2.125em; height: auto; }
/* At very large letters the digits need the room. */
@container (max-width: 13em) {
  .brand { display: none; }
  .box.has-brand .Input { padding-inline: calc(var(--unit) * 2); }
}

.test-cards {
  border: 1px dashed var(--line);
  border-radius: var(--radius);
  color: var(--quiet);
}
.test-cards summary {
  display: flex;
  align-items: center;
  gap: calc(var(--unit) * 2);
  min-height: 44px;
  padding: calc(var(--unit) * 2) calc(var(--unit) * 3);
  border-radius: var(--radius);
  font-weight: 600;
  cursor: pointer;
  list-style: none;
}
.test-cards summary::-webkit-details-marker { display: none; }
.test-cards summary::before {
  content: "";
  flex: none;
  width: 0.5em;
  height: 0.5em;
  border: solid currentColor;
  border-width: 0 2px 2px 0;
  transform: rotate(-45deg);
}
.test-cards[open] summary::before { transform: rotate(45deg); }
.test-cards-lead { padding: 0 calc(var(--unit) * 3) calc(var(--unit) * 2); font-size: 0.9375em; }
.test-cards ul {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr));
  padding: 0 var(--unit) var(--unit);
}
.test-cards button {
  display: grid;
  align-content: center;
  width: 100%;
  height: 100%;
  min-height: 44px;
  padding: calc(var(--unit) * 2);
  border: 0;
  border-radius: var(--radius);
  background: none;
  color: var(--text);
  text-align: start;
  cursor: pointer;
}
.test-cards button:hover { background: var(--hover); }
.test-cards button[disabled] { opacity: 0.65; cursor: default; }
.test-card-number {
  color: var(--quiet);
  font-size: 0.9375em;
  font-variant-numeric: tabular-nums;
}
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (prefers-reduced-motion: no-preference) {
  .Input { transition: border-color 120ms, box-shadow 120ms; }
  .test-cards summary::before { transition: transform 120ms; }
}
`;

/** A bank looks like itself, whatever the shop looks like. */
const bankCard = `
.bank {
  color-scheme: light;
  color: #1d2433;
  background: #ffffff;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
  hyphens: auto;
}
.bank * { box-sizing: border-box; }
.bank h1, .bank h2, .bank p { margin: 0; }
.bank-head {
  display: flex;
  align-items: center;
  gap: 0.75em;
  padding: 0.875rem min(1.25rem, 6vw);
  background: #14305f;
  color: #ffffff;
  font-weight: 700;
}
.bank-head svg { flex: none; display: block; width: 1.75em; height: 1.75em; }
.bank-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding: min(1.25rem, 6vw); }
.bank-title { font-size: min(1.25rem, 9vw); line-height: 1.25; font-weight: 700; text-wrap: balance; }
.bank-note { font-size: 0.9375rem; color: #4d5873; }
.bank-actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 0.5rem; }
.bank-actions button, .bank-actions a {
  flex: 1 1 min(100%, 8rem);
  min-height: 48px;
  padding: 0.625rem 1rem;
  border: 2px solid #14305f;
  border-radius: 10px;
  background: #ffffff;
  color: #14305f;
  font: inherit;
  font-weight: 700;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.bank-actions .is-main { background: #14305f; color: #ffffff; }
.bank-actions button[disabled] { opacity: 0.6; cursor: default; }
.bank :focus-visible { outline: 3px solid #2f6fd6; outline-offset: 2px; }
.bank-title:focus-visible { outline: none; }
`;

export const dialogStyle = `
:host { all: initial; }
${bankCard}
dialog {
  width: min(26rem, calc(100vw - 24px));
  max-height: calc(100dvh - 24px);
  padding: 0;
  border: 0;
  border-radius: 16px;
  overflow: auto;
  box-shadow: 0 24px 64px rgb(0 0 0 / 45%);
  /* A page that has made itself untouchable behind a dialog of its own. */
  pointer-events: auto;
}
dialog::backdrop { background: rgb(8 6 16 / 72%); }
`;

export const challengePageStyle = `
${bankCard}
html { -webkit-text-size-adjust: 100%; }
body {
  display: grid;
  place-items: center;
  min-height: 100dvh;
  margin: 0;
  padding: min(1rem, 4vw);
  background: #e8ecf5;
}
main {
  width: 100%;
  max-width: 28rem;
  border-radius: 16px;
  overflow: hidden;
  box-shadow: 0 12px 40px rgb(20 48 95 / 18%);
}
`;

/** The bank's mark: a house with columns. */
export const BANK_MARK =
  '<svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M12 2 2 7v2h20V7zM4 11v7h3v-7zm6.5 0v7h3v-7zM17 11v7h3v-7zM2 20v2h20v-2z"/></svg>';
