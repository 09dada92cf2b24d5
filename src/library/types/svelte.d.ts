/** The elements in templates of Svelte 5: `import 'geolet/types/svelte'`, once, anywhere. */
import type { HTMLAttributes } from 'svelte/elements';
import type { GeoAttributes, GeoEvents } from './elements.js';

type Own<Tag extends keyof GeoAttributes> = GeoAttributes[Tag] & { [Name in keyof GeoEvents[Tag] & string as `on${Name}`]?: ((event: GeoEvents[Tag][Name]) => void) | undefined };

type GeoElements = { [Tag in keyof GeoAttributes]: Omit<HTMLAttributes<HTMLElement>, keyof Own<Tag>> & Own<Tag> };

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends GeoElements {}
}
