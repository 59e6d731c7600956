import { pageStyle } from '../../page-style';

/** A phone in the spotlight. */
export const phoneStyle = `${pageStyle}
:root {
  --mtn: #FFCB05;
  --orange: #FF7900;
}

/* ---- stage ---- */

.stage {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 36px;
  max-width: 1240px;
  margin: 0 auto;
  padding: 6px 12px 48px;
}
.intro, .help { width: 100%; max-width: 34rem; margin: 0 auto; padding: 0 4px; }
.intro h2, .help h2 { font-size: 24px; font-weight: 800; letter-spacing: -0.01em; }
.lead, .help > p { margin-top: 10px; color: var(--quiet); }

.steps { counter-reset: step; margin: 22px 0 0; padding: 0; list-style: none; }
.steps li {
  position: relative;
  min-height: 34px;
  margin-top: 14px;
  padding: 4px 0 0 50px;
  counter-increment: step;
}
.steps li::before {
  content: counter(step);
  position: absolute;
  left: 0;
  top: 0;
  display: grid;
  place-items: center;
  width: 34px;
  height: 34px;
  border: 1.5px solid var(--gold);
  border-radius: 50%;
  color: var(--gold);
  font-weight: 800;
}
.ways { display: flex; flex-wrap: wrap; gap: 0 22px; margin-top: 16px; }
.ways a { display: inline-flex; align-items: center; min-height: 44px; }

.help table { width: 100%; margin-top: 16px; border-collapse: collapse; font-size: 15px; }
.help th, .help td {
  padding: 10px 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: baseline;
}
.help thead th {
  padding-right: 14px;
  color: var(--quiet);
  font-size: 13px;
  font-weight: 600;
  white-space: nowrap;
}
.help tbody th {
  color: var(--gold);
  font-size: 17px;
  font-weight: 800;
  font-variant-numeric: tabular-nums;
}

/* ---- the phone ---- */

.phone {
  width: 100%;
  max-width: 388px;
  margin: 0 auto;
  padding: 9px;
  border-radius: 50px;
  background: linear-gradient(145deg, #57477A, #1B122B 34%, #0A0612 68%, #453563);
  box-shadow:
    0 0 0 1px rgb(245 184 46 / 26%),
    0 34px 70px -22px rgb(0 0 0 / 85%),
    0 0 90px -30px rgb(245 184 46 / 45%);
}
.screen {
  position: relative;
  display: flex;
  flex-direction: column;
  height: clamp(640px, 100dvh - 122px, 720px);
  overflow: hidden;
  border-radius: 42px;
  background:
    radial-gradient(20rem 16rem at 84% -3rem, rgb(245 184 46 / 34%), transparent 70%),
    radial-gradient(24rem 22rem at -4rem 74%, rgb(151 43 140 / 42%), transparent 72%),
    linear-gradient(180deg, #2A1547, #170C29 62%, #10081D);
}

.status-bar {
  position: relative;
  z-index: 1;
  display: grid;
  flex: none;
  grid-template-columns: 1fr auto 1fr;
  align-items: center;
  padding: 13px 24px 8px;
  font-size: 13px;
  font-weight: 700;
  font-variant-numeric: tabular-nums;
}
.camera { width: 72px; height: 20px; border-radius: 999px; background: #06030B; }
.status-icons { justify-self: end; fill: currentColor; }
.status-icons .line { fill: none; stroke: currentColor; opacity: 0.6; }

.home {
  flex: 1;
  min-height: 0;
  padding: 12px 16px 26px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: none;
}
.home h2 {
  margin: 24px 4px 10px;
  color: #D9CDEF;
  font-size: 13px;
  font-weight: 700;
  letter-spacing: 0.02em;
}

.clock { display: grid; justify-items: center; padding: 14px 0 2px; }
.clock-time {
  font-size: 58px;
  font-weight: 300;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.03em;
  line-height: 1;
}
.clock-date { margin-top: 8px; color: #D9CDEF; font-size: 15px; }
.clock-date::first-letter { text-transform: uppercase; }

.filter, .offline:not(:empty) {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 0 10px;
  margin-top: 16px;
  padding: 8px 14px 0;
  border-radius: 14px;
  background: rgb(10 6 18 / 46%);
  font-size: 14px;
  text-align: center;
}
.filter a { display: inline-flex; align-items: center; min-height: 44px; }
.offline:not(:empty) { min-height: 44px; padding: 8px 14px; color: var(--refuse); font-weight: 600; }

.requests { display: grid; gap: 10px; }
.requests li {
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 12px;
  padding: 12px;
  border: 1px solid rgb(255 255 255 / 10%);
  border-radius: var(--radius);
  background: rgb(255 255 255 / 9%);
}
.about { display: grid; min-width: 0; line-height: 1.35; }
.about strong { font-size: 20px; font-variant-numeric: tabular-nums; }
.about span { color: #D9CDEF; font-size: 14px; overflow-wrap: anywhere; }
.number { color: #D9CDEF; font-size: 13px; font-variant-numeric: tabular-nums; }
.answer {
  grid-column: 1 / -1;
  min-height: 44px;
  padding: 0 14px;
  border: 0;
  border-radius: 999px;
  background: var(--gold);
  color: var(--stage);
  font-size: 15px;
  font-weight: 700;
}

.operator-disc {
  display: grid;
  flex: none;
  place-items: center;
  width: 42px;
  height: 42px;
  border-radius: 13px;
  font-size: 12px;
  font-weight: 900;
  letter-spacing: -0.01em;
  color: #120B1E;
}
.operator-disc.is-mtn { background: var(--mtn); }
.operator-disc.is-orange { background: var(--orange); }

.quiet {
  padding: 18px 18px 20px;
  border: 1px solid rgb(255 255 255 / 9%);
  border-radius: var(--radius);
  background: rgb(255 255 255 / 5%);
  color: #D9CDEF;
  font-size: 15px;
  text-align: center;
}
.quiet-icon { fill: none; stroke: var(--gold); stroke-width: 1.75; stroke-linejoin: round; }
.quiet-icon .star { fill: var(--gold); stroke: none; }
.quiet-title { margin: 4px 0 2px; color: var(--text); font-size: 18px; font-weight: 700; }
.hint { padding: 0 4px; color: #D9CDEF; font-size: 14px; }

.messages { display: grid; gap: 10px; }
.messages li { display: flex; gap: 10px; }
.messages .operator-disc { width: 34px; height: 34px; border-radius: 50%; font-size: 10px; }
.bubble {
  flex: 1;
  min-width: 0;
  padding: 10px 13px 12px;
  border-radius: 6px var(--radius) var(--radius) var(--radius);
  background: rgb(255 255 255 / 11%);
}
.message-head { display: flex; align-items: baseline; justify-content: space-between; gap: 8px; }
.message-head time { color: #D9CDEF; font-size: 13px; font-variant-numeric: tabular-nums; }
.message-head strong { font-size: 14px; }
.message-text { margin-top: 4px; font-size: 14px; line-height: 1.4; overflow-wrap: anywhere; }
.messages .is-paid .bubble { box-shadow: inset 3px 0 0 var(--gold); }

/* ---- a payment request, over everything ---- */

.request {
  position: absolute;
  inset: 46px 0 0;
  display: flex;
  flex-direction: column;
  overflow-y: auto;
  border-radius: 26px 26px 0 0;
  background: #1A1030;
  box-shadow: 0 -18px 50px rgb(0 0 0 / 55%);
  scrollbar-width: none;
}
.request-head {
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  padding: 12px 18px;
  color: #120B1E;
  line-height: 1.2;
}
.request.is-mtn .request-head { background: var(--mtn); }
.request.is-orange .request-head { background: var(--orange); }
.request .request-head .operator-disc { background: #120B1E; color: #fff; }
.request-head p { display: grid; }
.request-head p span { font-size: 13px; }
.request-head strong { font-size: 16px; }
.request-head .closes { margin-left: auto; text-align: right; white-space: nowrap; }
.closes strong { font-variant-numeric: tabular-nums; }

.request-body {
  display: flex;
  flex: 1;
  flex-direction: column;
  padding: 16px 20px 14px;
  text-align: center;
}
.request-merchant { color: #D9CDEF; font-size: 15px; }
.request-amount {
  margin: 2px 0;
  font-size: 38px;
  font-weight: 800;
  letter-spacing: -0.02em;
  line-height: 1.15;
  font-variant-numeric: tabular-nums;
}
.request-number { color: var(--quiet); font-size: 14px; font-variant-numeric: tabular-nums; }

.pin-label { margin-top: auto; padding-top: 12px; font-size: 14px; font-weight: 600; }
.pin {
  position: relative;
  display: flex;
  justify-content: center;
  gap: 18px;
  align-self: center;
  min-height: 44px;
  align-items: center;
  padding: 0 20px;
  border-radius: 14px;
}
.pin:focus-within { box-shadow: 0 0 0 2px rgb(245 184 46 / 75%); }
.pin input {
  position: absolute;
  inset: 0;
  width: 100%;
  margin: 0;
  border: 0;
  opacity: 0;
}
.pin-slot {
  width: 16px;
  height: 16px;
  border: 2px solid var(--quiet);
  border-radius: 50%;
}
.pin-slot.is-filled { border-color: var(--gold); background: var(--gold); }

.keypad { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin-top: 12px; }
.key {
  display: grid;
  place-items: center;
  min-height: clamp(48px, 6.2dvh, 54px);
  padding: 0;
  border: 0;
  border-radius: 15px;
  background: rgb(255 255 255 / 9%);
  font-size: 22px;
  font-weight: 600;
  touch-action: manipulation;
}
.key:active { background: rgb(255 255 255 / 22%); }
.key[data-digit="0"] { grid-column: 2; }
.key-erase { background: none; }
.key-erase svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }

.problem:not(:empty) { margin-top: 8px; color: var(--refuse); font-size: 14px; font-weight: 600; }

.actions { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin-top: 14px; }
.actions button { min-height: 52px; border-radius: 16px; font-weight: 700; }
.decline { border: 1.5px solid var(--refuse); background: none; color: var(--refuse); }
.approve {
  border: 0;
  background: linear-gradient(180deg, #FFCF5C, var(--gold));
  color: var(--stage);
}
.approve:disabled { background: #4A3B69; color: #B7A8D2; cursor: not-allowed; }
.ignore {
  align-self: center;
  min-height: 44px;
  margin-top: 4px;
  padding: 0 16px;
  border: 0;
  background: none;
  color: var(--quiet);
  font-size: 15px;
  text-decoration: underline;
  text-underline-offset: 3px;
}

@media (hover: hover) {
  .key:hover, .requests li:hover { background: rgb(255 255 255 / 15%); }
  .approve:enabled:hover, .answer:hover { background: #FFD06A; }
  .decline:hover { background: rgb(255 155 155 / 12%); }
  .ignore:hover { color: var(--text); }
}

@media (min-width: 640px) {
  .top { padding: 22px 28px 14px; }
  .top h1 { font-size: 22px; }
  .stage { padding: 10px 28px 64px; }
}

@media (min-width: 1080px) {
  .stage {
    grid-template-areas: "intro phone help";
    grid-template-columns: minmax(0, 1fr) 388px minmax(0, 1fr);
    align-items: center;
    gap: 64px;
  }
  .intro { grid-area: intro; }
  .phone { grid-area: phone; }
  .help { grid-area: help; }
  .intro h2 { font-size: 40px; font-weight: 800; letter-spacing: -0.025em; }
  .lead { font-size: 17px; }
}

@media (prefers-reduced-motion: no-preference) {
  .request:not([hidden]) { animation: rise 320ms cubic-bezier(0.2, 0.9, 0.3, 1.05); }
  .pin-slot.is-filled { animation: pop 160ms ease-out; }
  .messages li:first-child .bubble, .requests li { animation: appear 240ms ease-out; }
  .key, .actions button, .ignore { transition: background-color 120ms, color 120ms; }
}
@keyframes rise { from { transform: translateY(60%); opacity: 0; } }
@keyframes pop { from { transform: scale(0.5); } }
@keyframes appear { from { transform: translateY(8px); opacity: 0; } }
`;
