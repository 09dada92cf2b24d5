/** How the reader calls this program: in the repository it runs from its sources, elsewhere from the installed package. */
export const program = import.meta.url.endsWith('.ts') ? 'npm run service --' : 'npx geolet-service';
