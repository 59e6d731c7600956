/** The style of all sandbox pages: one column on a phone, two where there is room. */
export const pageStyle = `
:root {
  color-scheme: dark;
  --stage: #120B1E;
  --raised: #1C1230;
  --line: #6B5596;
  --text: #F7F2FF;
  --quiet: #BFB0DA;
  --gold: #F5B82E;
}

* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }

body {
  max-width: 1100px;
  min-height: 100dvh;
  margin: 0 auto;
  padding: 0 16px 32px;
  background: var(--stage);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}

h1, h2, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }
h1 { font-size: 24px; }
h2 { margin: 24px 0 10px; font-size: 18px; }
ul { display: grid; gap: 8px; list-style: none; }
a { color: var(--gold); text-underline-offset: 3px; }
button { font: inherit; color: inherit; cursor: pointer; }
p a, .row, .languages a, .main { display: inline-flex; align-items: center; min-height: 44px; }

:focus-visible { outline: 3px solid var(--gold); outline-offset: 3px; }
[tabindex="-1"]:focus { outline: none; }

header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 24px;
  padding: 16px 0;
}
.brand { color: var(--gold); font-size: 14px; font-weight: 700; }
.languages, .ways, .actions { display: flex; flex-wrap: wrap; gap: 4px 20px; }
[aria-current] { color: var(--text); font-weight: 700; text-decoration: none; }

.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px 40px; }
.narrow { display: grid; gap: 12px; max-width: 28rem; }
.quiet, dt, td, th[scope="col"] { color: var(--quiet); }
.problem { color: #FF9B9B; }

.card, .row, .account, iframe, pre {
  display: block;
  width: 100%;
  padding: 14px 16px;
  border: 1px solid var(--line);
  border-radius: 14px;
  background: var(--raised);
  color: var(--text);
  overflow-wrap: anywhere;
  text-align: left;
  text-decoration: none;
}
.row[aria-current], .account:hover { border-color: var(--gold); }

.main, .plain {
  min-height: 48px;
  padding: 0 24px;
  border: 1px solid var(--gold);
  border-radius: 999px;
  background: var(--gold);
  color: var(--stage);
  font-weight: 700;
  text-decoration: none;
}
.plain { background: none; color: var(--text); }

table { width: 100%; margin-top: 12px; border-collapse: collapse; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: left; }

#pin {
  width: 100%;
  min-height: 48px;
  border: 1px solid var(--line);
  border-radius: 14px;
  background: var(--stage);
  color: inherit;
  font-size: 24px;
  letter-spacing: 0.5em;
  text-align: center;
}
.keypad { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; max-width: 20rem; margin: 12px auto; }
.key { min-height: 48px; border: 0; border-radius: 14px; background: #34254F; font-size: 20px; }
.key[data-digit="0"] { grid-column: 2; }
#requests { margin-top: 8px; }

dl div { display: flex; gap: 10px; }
dt { flex: none; width: 5em; }
dd { min-width: 0; overflow-wrap: anywhere; }
/* Tall enough for a whole receipt: a page of its own origin cannot tell its height. */
iframe { height: 1190px; padding: 0; background: var(--stage); }
pre { font: 15px/1.55 ui-monospace, Consolas, Menlo, monospace; white-space: pre-wrap; }

#live:not(:empty) {
  position: sticky;
  bottom: 0;
  margin-top: 16px;
  padding: 12px 16px;
  background: var(--gold);
  color: var(--stage);
}

@media (min-width: 900px) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
  .columns.is-mail { grid-template-columns: 360px minmax(0, 1fr); }
}
@media (max-width: 899px) {
  .is-open > .list { display: none; }
}
`;
