import { pageStyle } from '../../page-style';

/** A mail program: one pane on a phone, list and message side by side on a wide screen. */
export const inboxStyle = `${pageStyle}
.inbox {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  max-width: 1240px;
  margin: 0 auto;
  padding: 6px 12px 40px;
}
.inbox.is-open .list { display: none; }
.inbox:not(.is-open) .message { display: none; }

.lead { color: var(--quiet); }
.list h2 { margin: 22px 0 10px; font-size: 18px; }
.list ul { display: grid; gap: 8px; }
.list li a {
  display: grid;
  gap: 2px;
  min-height: 44px;
  padding: 12px 14px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: rgb(28 18 48 / 80%);
  color: var(--text);
  text-decoration: none;
}
.list li a[aria-current] { border-color: var(--gold); box-shadow: inset 3px 0 0 var(--gold); }
.line { display: flex; align-items: baseline; justify-content: space-between; gap: 10px; }
.to { min-width: 0; overflow: hidden; color: var(--quiet); font-size: 14px; text-overflow: ellipsis; white-space: nowrap; }
.line time { flex: none; color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; }
.subject { font-weight: 600; overflow-wrap: anywhere; }
.ways { display: flex; flex-wrap: wrap; gap: 0 22px; margin-top: 14px; }
.ways a, .back, .raw { display: inline-flex; align-items: center; min-height: 44px; }

.quiet {
  padding: 22px 18px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: rgb(28 18 48 / 60%);
  color: var(--quiet);
  text-align: center;
}
.quiet-title { color: var(--text); font-size: 18px; font-weight: 700; }

.message { min-width: 0; }
.message h2 { margin: 4px 0 14px; font-size: 22px; overflow-wrap: anywhere; }
.message.is-empty { color: var(--quiet); }
.message dl { margin: 0; font-size: 15px; }
.message dl div { display: flex; gap: 10px; padding: 3px 0; }
.message dt { flex: none; width: 5em; color: var(--quiet); }
.message dd { min-width: 0; margin: 0; overflow-wrap: anywhere; }

.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 6px 16px;
  margin: 14px 0 10px;
}
.views { display: flex; padding: 3px; border: 1px solid var(--line); border-radius: 999px; }
.views a {
  display: grid;
  place-items: center;
  min-height: 44px;
  padding: 0 18px;
  border-radius: 999px;
  color: var(--quiet);
  font-size: 15px;
  font-weight: 600;
  text-decoration: none;
}
.views a[aria-current] { background: var(--text); color: var(--stage); }

iframe, pre {
  width: 100%;
  margin: 0;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--stage);
}
/* Tall enough for a whole receipt: a page of its own origin cannot tell its height. */
iframe { display: block; height: 1190px; }
pre {
  padding: 18px;
  font: 15px/1.55 ui-monospace, Consolas, Menlo, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

@media (min-width: 640px) {
  iframe { height: 990px; }
  .top { padding: 22px 28px 14px; }
  .top h1 { font-size: 22px; }
  .inbox { padding: 10px 28px 56px; }
}

@media (min-width: 960px) {
  .inbox { grid-template-columns: 380px minmax(0, 1fr); gap: 36px; align-items: start; }
  .inbox.is-open .list, .inbox:not(.is-open) .message { display: block; }
  .back { display: none; }
  .message {
    padding: 20px 24px 24px;
    border: 1px solid var(--line);
    border-radius: 24px;
    background: rgb(28 18 48 / 60%);
  }
  .message.is-empty { padding: 120px 24px; text-align: center; }
}

@media (hover: hover) {
  .list li a:hover { border-color: var(--quiet); }
}
`;
