/** The elements in templates of Vue 3: `import 'geolet/types/vue'`, once, anywhere. */
import type { HTMLAttributes } from 'vue';
import type { GeoAttributes, GeoEvents } from './elements.js';

type GeoElement<Tag extends keyof GeoAttributes> = new () => HTMLElement & {
  /** Read by the type checker alone: https://vuejs.org/guide/extras/web-components.html#non-vue-web-components-and-typescript */
  $props: Omit<HTMLAttributes, keyof GeoAttributes[Tag]> & GeoAttributes[Tag];
  $emit: <Name extends keyof GeoEvents[Tag]>(name: Name, event: GeoEvents[Tag][Name]) => void;
};

type GeoElements = { [Tag in keyof GeoAttributes]: GeoElement<Tag> };

declare module 'vue' {
  interface GlobalComponents extends GeoElements {}
}
