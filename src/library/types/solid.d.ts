/** The elements in JSX of Solid 1: `import 'geolet/types/solid'`, once, anywhere. */
import type { JSX } from 'solid-js';
import type { GeoAttributes, GeoEvents } from './elements.js';

type Own<Tag extends keyof GeoAttributes> = GeoAttributes[Tag] & { [Name in keyof GeoEvents[Tag] & string as `on:${Name}`]?: ((event: GeoEvents[Tag][Name]) => void) | undefined };

type GeoElements = { [Tag in keyof GeoAttributes]: Omit<JSX.HTMLAttributes<HTMLElement>, keyof Own<Tag>> & Own<Tag> };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends GeoElements {}
  }
}
