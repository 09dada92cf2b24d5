/** The command that starts this program: npm in the repository, npx for the installed package. */
export const program = import.meta.url.endsWith('.ts') ? 'npm run service --' : 'npx geolet-service';
