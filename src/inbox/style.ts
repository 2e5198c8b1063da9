import { createHash } from 'node:crypto';

/**
 * The one style sheet. Values wrap wherever they must and break at every space, so that nothing is pushed out of
 * sight; nothing scrolls sideways at 320 px; nothing that a value draws leaves its box.
 */
export const style = `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fff; --soft: #f2f2f5; --line: #8a8a93; --faint: #55555e;
  --warn: #8a3b00; --warn-paper: #fff3e6; --bad: #a1121d; --good: #0b5c2e; --link: #0b4f9e; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: #16161a; --soft: #222228; --line: #85858f;
  --faint: #b4b4bf; --warn: #ffb777; --warn-paper: #33230f; --bad: #ff9a9a; --good: #7fdca2; --link: #9cc7ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; color: var(--faint);
  border-bottom: 1px solid var(--line); padding-bottom: 0.5rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 1rem 0 0.5rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 0.5rem; }
a { color: var(--link); }
ul.waiting { list-style: none; padding: 0; }
ul.waiting li { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.6rem 0.8rem; margin: 0.6rem 0; }
ul.waiting p { margin: 0.2rem 0 0; color: var(--faint); }
dl { margin: 0; }
dl > div { margin: 0.5rem 0; }
dt { color: var(--faint); }
dd { margin: 0.1rem 0 0; }
code { font: 0.95rem/1.5 ui-monospace, monospace; }
.value { display: block; contain: paint; direction: ltr; unicode-bidi: isolate; white-space: break-spaces;
  background: var(--soft); border-left: 0.25rem solid var(--line); padding: 0.4rem 0.6rem; }
.value mark, .name mark { background: var(--warn-paper); color: var(--warn); outline: 1px solid currentColor; }
.name { contain: paint; unicode-bidi: isolate; white-space: break-spaces; color: var(--ink); font-weight: 600; }
.note { margin: 0.2rem 0; color: var(--faint); }
.warning { margin: 0.2rem 0; padding: 0.2rem 0.6rem; background: var(--warn-paper); color: var(--warn); }
form { margin: 1rem 0; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
label { flex: 1 1 14rem; }
input { display: block; width: 100%; }
input, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line);
  border-radius: 0.4rem; padding: 0.5rem 0.9rem; min-height: 2.75rem; }
button { font-weight: 600; cursor: pointer; }
button.yes { border-color: var(--good); color: var(--good); }
button.no { border-color: var(--bad); color: var(--bad); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/** How a policy names the sheet, so that no other one is applied. Content Security Policy Level 3, 2.3.1. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
