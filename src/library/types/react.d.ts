/** The elements in JSX of React 19: `import 'geolet/types/react'`, once, anywhere. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { GeoAttributes, GeoEvents } from './elements.js';

/** Not `eu={false}`, which React leaves out of what a server renders, and of elements that are not defined yet: write `eu="no"`. */
type Given<Attributes> = { [Name in keyof Attributes]: Name extends 'hidden' ? Attributes[Name] : Exclude<Attributes[Name], false> };

type Own<Tag extends keyof GeoAttributes> = Given<GeoAttributes[Tag]> & { [Name in keyof GeoEvents[Tag] & string as `on${Name}`]?: ((event: GeoEvents[Tag][Name]) => void) | undefined };

type GeoElements = { [Tag in keyof GeoAttributes]: Omit<DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>, keyof Own<Tag>> & Own<Tag> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends GeoElements {}
  }
}
