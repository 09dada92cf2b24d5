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

export const policy = Object.entries(strict)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');
