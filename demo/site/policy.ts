/** Nothing inline, and nothing from other origins: every page works under a strict policy. */
const strict = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'lit-html',
};

/** Of pages without search. */
export const policy = written(strict);

/** The search runs WebAssembly, which is the one exception. */
export const searchPolicy = written({ ...strict, 'script-src': "'self' 'wasm-unsafe-eval'" });

function written(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
