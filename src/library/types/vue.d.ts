/** The elements in templates of Vue 3: `import 'geolet/types/vue'`, once, anywhere. */
import type { HTMLAttributes } from 'vue';
import type { GeoAttributes, GeoEvents } from './elements.js';

/** Vue knows `not-city` in a template as `notCity`. */
type Camel<Name> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

type Own<Tag extends keyof GeoAttributes> = { [Name in keyof GeoAttributes[Tag] as Camel<Name>]: GeoAttributes[Tag][Name] };

type GeoElement<Tag extends keyof GeoAttributes> = new () => HTMLElement & {
  /** Read by the type checker alone: https://vuejs.org/guide/extras/web-components.html#non-vue-web-components-and-typescript */
  $props: Omit<HTMLAttributes, keyof Own<Tag>> & Own<Tag>;
  $emit: <Name extends keyof GeoEvents[Tag]>(name: Name, event: GeoEvents[Tag][Name]) => void;
};

type GeoElements = { [Tag in keyof GeoAttributes]: GeoElement<Tag> };

declare module 'vue' {
  interface GlobalComponents extends GeoElements {}
}
