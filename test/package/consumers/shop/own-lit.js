import { html, LitElement } from 'lit';
import 'geolet/define';

customElements.define(
  'own-element',
  class extends LitElement {
    render() {
      return html`lit ${2}`;
    }
  },
);
