/**
 * Styles of the card form and the bank's dialog, each in a separate shadow root. Colours, fonts and
 * corners of the form are the page's, given as `appearance`.
 */
export const formStyle = `
:host {
  all: initial;
  display: block;
  font: var(--size)/1.5 var(--font);
  color: var(--text);
  overflow-wrap: anywhere;
}
* { box-sizing: border-box; }
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
.Label { display: block; margin-bottom: var(--unit); font-weight: 600; }
.Input {
  display: block;
  width: 100%;
  min-height: 48px;
  padding: calc(var(--unit) * 2.5) calc(var(--unit) * 3);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  appearance: none;
}
.Input::placeholder { color: var(--placeholder); opacity: 1; }
.Input:focus { border-color: var(--primary); outline: none; box-shadow: 0 0 0 1px var(--primary); }
.Input--invalid, .Input--invalid:focus { border-color: var(--danger); }
.Input:-webkit-autofill {
  -webkit-text-fill-color: var(--text);
  box-shadow: 0 0 0 100px var(--surface) inset;
}
.form.is-busy .Input { opacity: 0.65; }
.Error { color: var(--danger); }
.Error:not(:empty) { margin-top: var(--unit); }

.test-cards { border: 1px dashed var(--line); border-radius: var(--radius); color: var(--quiet); }
.test-cards summary { min-height: 44px; padding: calc(var(--unit) * 2.5) calc(var(--unit) * 3); cursor: pointer; }
.test-cards p { padding: 0 calc(var(--unit) * 3) calc(var(--unit) * 2); }
.test-cards ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr)); }
.test-cards button {
  width: 100%;
  min-height: 44px;
  padding: calc(var(--unit) * 2) calc(var(--unit) * 3);
  border: 0;
  background: none;
  color: var(--text);
  text-align: start;
  cursor: pointer;
}
.test-cards button:hover { text-decoration: underline; }
.test-card-number { display: block; color: var(--quiet); }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** A bank's page looks the same in every shop. */
export const dialogStyle = `
:host { all: initial; }
* { box-sizing: border-box; margin: 0; }
dialog {
  width: min(26rem, calc(100vw - 24px));
  max-height: calc(100dvh - 24px);
  margin: auto;
  padding: min(1.25rem, 6vw);
  border: 0;
  border-radius: 16px;
  background: #ffffff;
  color: #1d2433;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow: auto;
  overflow-wrap: anywhere;
  hyphens: auto;
  /* A page that has made itself untouchable behind a dialog of its own. */
  pointer-events: auto;
}
dialog::backdrop { background: rgb(8 6 16 / 72%); }
h2 { font-size: min(1.25rem, 9vw); outline: none; }
p { margin-top: 0.75rem; }
button {
  width: 100%;
  min-height: 48px;
  margin-top: 0.75rem;
  padding: 0.625rem 1rem;
  border: 2px solid #14305f;
  border-radius: 10px;
  background: #ffffff;
  color: #14305f;
  font: inherit;
  font-weight: 700;
  cursor: pointer;
}
.is-main { background: #14305f; color: #ffffff; }
:focus-visible { outline: 3px solid #2f6fd6; outline-offset: 2px; }
`;
