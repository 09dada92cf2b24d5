/** How utility classes begin. */
const utilities = new Set(
  (
    'w h d text font bg flex grid col row gap items justify rounded border shadow leading tracking uppercase block ' +
    'inline relative absolute container wrapper is has min max size space divide overflow opacity order object self ' +
    'place basis grow shrink inset top bottom left right z fixed sticky aspect columns align underline lowercase ' +
    'capitalize italic antialiased truncate whitespace break transition duration delay ease animate transform scale ' +
    'rotate translate cursor select pointer ring outline fill stroke blur backdrop visible sr group peer'
  ).split(' '),
);

/** Classes that say how something looks, of Tailwind, Bootstrap and their like: many elements have them. */
export function isUtility(name: string): boolean {
  return /^-?[mp][trblxyse]?-/.test(name) || utilities.has(name.split('-')[0] ?? '');
}
