export const referenceStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2430, #e6e9ef);
  --quiet: light-dark(#556070, #a3adbb);
  --line: light-dark(#d8dee6, #323b47);
  --paper: light-dark(#fff, #14181e);
  --raised: light-dark(#f4f6f9, #1c222b);
  --accent: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 62rem;
  padding: 2rem 1.25rem 5rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif;
}
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
h1 small { color: var(--quiet); font-size: 0.9rem; font-weight: 400; letter-spacing: 0; }
h2 {
  margin: 3.5rem 0 0.25rem;
  padding-top: 1.25rem;
  border-top: 2px solid var(--ink);
  font-size: 1.25rem;
  overflow-wrap: anywhere;
  scroll-margin-top: 1rem;
}
a { color: var(--accent); }
nav ul {
  margin: 1.5rem 0 0;
  padding: 0.75rem 1rem;
  background: var(--raised);
  border-radius: 0.5rem;
  list-style: none;
}
nav a { text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
nav a, h2 { display: flex; align-items: baseline; }
nav b, h2 b { flex: none; width: 4.5rem; color: var(--accent); font: 600 0.85rem/1.5 ui-monospace, monospace; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
h2 b, h2 code { font-size: 1.05rem; }
h2 b { width: 5.6rem; }
pre { margin: 0.75rem 0; padding: 0.75rem 1rem; background: var(--raised); border-radius: 0.5rem; overflow-x: auto; }
.table { margin: 0.75rem 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td {
  padding: 0.4rem 0.75rem 0.4rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
th { color: var(--quiet); font-weight: 500; }
/* Tables of one operation have their columns below each other. */
@media (min-width: 48rem) { section:not([aria-labelledby=fields]) th:first-child { width: 16.5rem } }
a:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
@media print { nav { display: none } section { break-inside: avoid } }
`;
