/** Starts Geolet with the page's settings and registers every element. */
import './elements/geo-case.ts';
import './elements/geo-currency.ts';
import './elements/geo-delivery.ts';
import './elements/geo-flag.ts';
import './elements/geo-if.ts';
import './elements/geo-nearest.ts';
import './elements/geo-optout.ts';
import './elements/geo-select.ts';
import './elements/geo-suggest.ts';
import './elements/geo-switch.ts';
import './elements/geo-text.ts';
import './elements/geo-time.ts';

export * from './index.ts';
