/** The elements in JSX of Preact 10: `import 'geolet/types/preact'`, once, anywhere. */
import type { JSX } from 'preact';
import type { GeoAttributes, GeoEvents } from './elements.js';

/** Not `eu={false}`, which Preact leaves out of what a server renders, and of elements that are not defined yet: write `eu="no"`. */
type Given<Attributes> = { [Name in keyof Attributes]: Name extends 'hidden' ? Attributes[Name] : Exclude<Attributes[Name], false> };

type Own<Tag extends keyof GeoAttributes> = Given<GeoAttributes[Tag]> & { [Name in keyof GeoEvents[Tag] & string as `on${Name}`]?: ((event: GeoEvents[Tag][Name]) => void) | undefined };

type GeoElements = { [Tag in keyof GeoAttributes]: Omit<JSX.HTMLAttributes<HTMLElement>, keyof Own<Tag>> & Own<Tag> };

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends GeoElements {}
  }
}
