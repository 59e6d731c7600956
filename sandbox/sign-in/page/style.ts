/** An awards night: a dark stage, and two people in its light. */
export const signInStyle = `
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
  display: grid;
  min-height: 100dvh;
  margin: 0;
  padding: 24px 16px;
  place-items: center;
  background:
    radial-gradient(40rem 30rem at 50% -9rem, rgb(245 184 46 / 30%), transparent 72%),
    radial-gradient(60rem 34rem at 0% 112%, rgb(151 43 140 / 34%), transparent 70%),
    var(--stage);
  background-attachment: fixed;
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}

main { width: 100%; max-width: 27rem; }
h1, p, form { margin: 0; }
h1 { font-size: 28px; font-weight: 800; letter-spacing: -0.02em; line-height: 1.15; text-wrap: balance; }
button, .main { font: inherit; color: inherit; cursor: pointer; }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 3px; }

.languages { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 20px -12px; }
.languages a {
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 0 12px;
  color: var(--quiet);
  text-underline-offset: 4px;
}
.languages a[aria-current] { color: var(--text); font-weight: 700; text-decoration: none; }

.brand {
  color: var(--gold);
  font-size: 12px;
  font-weight: 700;
  letter-spacing: 0.14em;
  text-transform: uppercase;
}
.lead { margin: 10px 0 24px; color: var(--quiet); }

form { display: grid; gap: 12px; }
.account {
  display: flex;
  align-items: center;
  gap: 16px;
  width: 100%;
  padding: 16px;
  border: 1.5px solid var(--line);
  border-radius: 18px;
  background: rgb(28 18 48 / 85%);
  text-align: left;
}
.initial {
  display: grid;
  flex: none;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: 50%;
  background: #4A2F7C;
  font-size: 24px;
  font-weight: 800;
}
.account[value="admin"] .initial { background: var(--gold); color: var(--stage); }
.who { display: grid; min-width: 0; line-height: 1.35; overflow-wrap: anywhere; }
.who strong { font-size: 19px; }
.role { color: var(--gold); font-weight: 600; }
.about { color: var(--quiet); font-size: 14px; }

.cancel {
  justify-self: center;
  min-height: 44px;
  padding: 0 20px;
  border: 0;
  background: none;
  color: var(--quiet);
  text-decoration: underline;
  text-underline-offset: 4px;
}
.main {
  display: inline-flex;
  align-items: center;
  min-height: 48px;
  padding: 0 24px;
  border: 0;
  border-radius: 999px;
  background: var(--gold);
  color: var(--stage);
  font-weight: 700;
  text-decoration: none;
}

@media (hover: hover) {
  .account:hover { border-color: var(--gold); background: #271A42; }
  .cancel:hover, .languages a:hover { color: var(--text); }
  .main:hover { background: #FFD06A; }
}
@media (prefers-reduced-motion: no-preference) {
  .account { transition: background-color 120ms, border-color 120ms; }
}
`;
