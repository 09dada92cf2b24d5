function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** How utility classes begin, or what they are. */
const utilities = words(
  'w h d min max size text font bg flex grid col row columns gap space divide items justify self place order basis grow ' +
    'shrink object rounded border outline ring shadow opacity leading tracking align whitespace break underline ' +
    'uppercase lowercase capitalize italic antialiased truncate block inline table relative absolute fixed sticky inset ' +
    'top bottom left right z overflow aspect float clear visible container wrapper transition duration delay ease ' +
    'animate transform scale rotate translate cursor select pointer fill stroke blur backdrop sr group peer attachment',
);

/** What stands behind that. `text-lg` says how something looks, `text-intro` what it is. */
const values = words(
  'xs sm md lg xl px auto full screen none min max fit prose small medium large thumbnail first last start end center ' +
    'between around evenly stretch baseline left right top bottom middle x y t b l r s e tl tr bl br col row wrap ' +
    'nowrap fluid hidden visible scroll clip cover contain fixed absolute all colors w h cols rows opacity shadow ' +
    'thin light normal semibold bold black tight tighter wide wider snug relaxed loose white transparent current gray ' +
    'slate zinc neutral stone red orange amber yellow lime green emerald teal cyan sky blue indigo violet purple pink ' +
    'rose primary secondary success danger warning info dark muted pointer only',
);

/** Classes that say how something looks, of Tailwind, Bootstrap and their like: many elements have them. */
export function isUtility(name: string): boolean {
  if (/^-?[mp][trblxyse]?-|^(?:is|has)-|^line-through$/.test(name)) return true;
  const [first = '', second] = name.replace(/^-/, '').split('-');
  return utilities.has(first) && (second === undefined || values.has(second) || /^\d/.test(second));
}

const looks = words(
  'btn button link card box badge pill chip icon lead display h1 h2 h3 h4 h5 h6 solid ghost inverse inverted default ' +
    'big tiny tertiary accent sqsrte',
);

/** Classes that say what something looks like, or is just now: `btn`, `button-large`, `price--on-sale`. */
export function isLook(name: string): boolean {
  return (
    name.includes('--') ||
    name.split(/[-_]+/).every((word) => looks.has(word) || utilities.has(word) || values.has(word))
  );
}

/** Classes that builders and libraries give to all elements of a kind. */
export function isOfBuilder(name: string): boolean {
  return /^(?:et_pb_|elementor-|e-|wixui-|framer-|sqs|w-|wp-|brxe-|bricks-|Mui[A-Z]|chakra-|ant-|mantine-|shopify-|swiper|slick)/.test(
    name,
  );
}
