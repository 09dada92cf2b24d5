import { type Geolet, type GeoErrorEvent, type GeoletOptions, startGeolet, type Visitor, type VisitorRecord } from 'geolet';
import 'geolet/define';
import 'geolet/elements/geo-if';

const options: GeoletOptions = { endpoint: '/geo', consent: 'required', timeoutMs: 800 };
const geolet: Geolet = startGeolet(options);
const visitor: Visitor | undefined = await geolet.ready;
const country: string | undefined = visitor?.countryCode;
const inUnion: boolean | undefined = geolet.matches({ country: ['DE', 'AT'], eu: true });
const understood: boolean = await geolet.override({ country: 'JP' });
const record: VisitorRecord = { countryCode: 'DE', isEU: true };

document.addEventListener('geo-change', ({ visitor, previous }) => console.log(visitor?.city, previous?.city));
document.addEventListener('geo-error', (event: GeoErrorEvent) => console.log(event.code, event.detail));
document.createElement('geo-if').addEventListener('geo-match', (event) => event.preventDefault());
document.querySelector('geo-currency')?.addEventListener('geo-before-update', ({ value }) => console.log(value));
document.querySelector('geo-flag')?.setAttribute('country', 'FR');
const [condition, suggestion] = [document.createElement('geo-if'), document.createElement('geo-suggest')];
condition.notCity = 'Berlin';
condition.eu = false;
condition.country = null;
suggestion.days = 7;
const days: string | null = suggestion.days;
// @ts-expect-error an attribute has its name
condition.contry = 'DE';
// @ts-expect-error and its words
suggestion.placement = 'left';

// @ts-expect-error a setting has its words
startGeolet({ consent: 'perhaps' });
// @ts-expect-error and its name
startGeolet({ endPoint: '/geo' });
// @ts-expect-error a condition has its names
geolet.matches({ contry: 'DE' });
geolet.matches({ country: 'DE', 'not-city': ['Berlin', 'Hamburg'], asn: 3215, 'local-time': 'mon-fri 09:00-17:30' });
// @ts-expect-error the visitor is frozen
if (geolet.visitor) geolet.visitor.countryCode = 'DE';

console.log(country, inUnion, understood, record, days);
