/** What the sandboxes' own pages share: an awards night, a dark stage, one gold thing to do. */
export const pageStyle = `
:root {
  color-scheme: dark;
  --stage: #120B1E;
  --stage-raised: #1C1230;
  --line: #3B2A5C;
  --text: #F7F2FF;
  --quiet: #BFB0DA;
  --gold: #F5B82E;
  --gold-deep: #D9980B;
  --refuse: #FF9B9B;
  --radius: 18px;
}

* { box-sizing: border-box; }
[hidden] { display: none !important; }

html { -webkit-text-size-adjust: 100%; }

body {
  margin: 0;
  min-height: 100dvh;
  background:
    radial-gradient(40rem 30rem at 50% -9rem, rgb(245 184 46 / 30%), transparent 72%),
    radial-gradient(34rem 34rem at 50% 46%, rgb(126 62 190 / 38%), transparent 72%),
    radial-gradient(60rem 34rem at 0% 112%, rgb(151 43 140 / 34%), transparent 70%),
    radial-gradient(50rem 30rem at 104% 108%, rgb(84 44 170 / 30%), transparent 70%),
    var(--stage);
  background-attachment: fixed;
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}

h1, h2, p, ul, ol, table { margin: 0; }
ul { padding: 0; list-style: none; }
h1, h2 { line-height: 1.15; text-wrap: balance; }
button { font: inherit; color: inherit; cursor: pointer; }
a { color: var(--gold); text-underline-offset: 3px; }

:focus-visible { outline: 3px solid var(--gold); outline-offset: 3px; }
[tabindex="-1"]:focus { outline: none; }

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip {
  position: absolute;
  left: 12px;
  top: -80px;
  z-index: 2;
  padding: 12px 18px;
  border-radius: 12px;
  background: var(--gold);
  color: var(--stage);
  font-weight: 700;
}
.skip:focus { top: 12px; }

/* ---- header ---- */

.top {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  max-width: 1240px;
  margin: 0 auto;
  padding: 14px 16px 10px;
}
.brand {
  color: var(--gold);
  font-size: 12px;
  font-weight: 700;
  letter-spacing: 0.14em;
  text-transform: uppercase;
}
.top h1 { font-size: 19px; font-weight: 700; }

.languages {
  display: flex;
  flex: none;
  padding: 3px;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: rgb(28 18 48 / 80%);
}
.languages button, .languages a {
  display: grid;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  border: 0;
  border-radius: 999px;
  background: none;
  color: var(--quiet);
  font-size: 14px;
  font-weight: 700;
  text-decoration: none;
}
.languages [aria-pressed="true"], .languages [aria-current="true"] { background: var(--text); color: var(--stage); }
`;
