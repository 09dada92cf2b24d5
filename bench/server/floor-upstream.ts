/** A visitor-data service that costs next to nothing: a record of the contract's size for any address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const record = {
  continentName: 'Europe',
  continentCode: 'EU',
  countryName: 'France',
  countryCode: 'FR',
  region: 'Western Europe',
  nationalCapital: 'Paris',
  city: 'City of @',
  stateName: 'Auvergne-Rhone-Alpes',
  stateCode: 'ARA',
  postalCode: '69001',
  isEU: true,
  timezone: 'Europe/Paris',
  latitude: '45.7485',
  longitude: '4.8467',
  airportCode: 'LYS',
  currencyCode: 'EUR',
  currencySymbol: '€',
  callingCode: 33,
  language: 'fr-FR',
  ASN: 12322,
  ISP: 'Free SAS',
  isMobile: false,
  deviceType: 'desktop',
  dataSaver: false,
  reducedMotion: false,
  colorPreference: 'dark',
  OS: 'Windows',
  currentPage: 'https://shop.example/shoes',
  referer: 'https://search.example/',
  userAgent: 'Chrome/118.0.0.0',
  IP: '@',
};
const text = JSON.stringify(record);

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const body = text.replaceAll('@', String(request.headers['x-visitor-ip']));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
