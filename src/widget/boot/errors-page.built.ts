import description from '../../../package.json?raw';

const { homepage } = JSON.parse(description) as { readonly homepage?: string };

/** The page of the site about errors. Empty until `homepage` in package.json says where the site is. */
export const errorsPage = homepage === undefined ? '' : `${homepage.replace(/\/$/, '')}/docs/errors.html`;
