import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgedHeaders } from '../../src/proxy/hosts/forged-place.ts';
import { hasMaxmindData, maxmindDatabase } from '../support/maxmind-test-data.ts';
import { replaceText } from '../support/replace-text.ts';
import { visitors } from '../support/visitors.ts';
import { askRecord } from './ask.ts';
import { geoModule } from './find-servers.ts';
import { knownToMaxmind } from './network.ts';
import { recipeFor } from './recipe.ts';
import { runDoctor } from './run-doctor.ts';
import { type RunningFront, startFront } from './start-front.ts';
import { startProxy } from './start-proxy.ts';
import { close, startSite } from './start-site.ts';
import { nginx, type WebServer } from './web-servers.ts';

const recipe = recipeFor('nginx', 'docs/hosts.md');
const noService = { url: '', key: 'none' };
const forged = forgedHeaders('nginx', undefined).flat();

/** The recipe word for word, with MaxMind's test databases for those of the owner. */
function withModule(locations: string): WebServer {
  const [databases = ''] = recipe.blocks;
  const files = databases.replace(/\/var\/lib\/GeoIP\/(GeoLite2-\w+)\.mmdb/g, (_, name: string) =>
    maxmindDatabase(`${name}-Test`),
  );
  const server = nginx({ ...recipe, blocks: [locations] });
  return {
    ...server,
    configuration: (folder) =>
      `load_module ${geoModule};\n${replaceText(server.configuration(folder), 'http {', `http {\n${files}`)}`,
  };
}

describe.runIf(hasMaxmindData)("nginx with its geo module and MaxMind's test databases", () => {
  const [, locations = ''] = recipe.blocks;
  let proxy: Server;
  let site: Server;
  let front: RunningFront;
  beforeAll(async () => {
    site = await startSite();
    proxy = await startProxy(noService, {
      ...recipe.settings,
      GEOLET_EXPOSE: 'IP latitude longitude postalCode ASN ISP',
    });
  });
  afterAll(async () => {
    await Promise.all([close(proxy), close(site)]);
  });

  describe('by the recipe', () => {
    beforeAll(async () => {
      front = await startFront([withModule(locations)]);
    });
    afterAll(() => front.stop());

    it('says all that the databases know', async () => {
      expect(await askRecord({ from: knownToMaxmind.linkoping })).toMatchObject({
        IP: knownToMaxmind.linkoping,
        countryCode: 'SE',
        countryName: 'Sweden',
        currencyCode: 'SEK',
        isEU: true,
        stateCode: 'E',
        stateName: 'Östergötland County',
        city: 'Linköping',
        latitude: '58.41670',
        longitude: '15.61670',
        timezone: 'Europe/Stockholm',
        ASN: 29_518,
        ISP: 'Bredband2 AB',
      });
      expect(await askRecord({ from: knownToMaxmind.milton })).toMatchObject({
        countryCode: 'US',
        stateCode: 'WA',
        city: 'Milton',
        postalCode: '98354',
      });
    });

    it('says the first level of a state where a database has several', async () => {
      const record = await askRecord({ from: knownToMaxmind.boxford });
      expect(record).toMatchObject({ countryCode: 'GB', stateCode: 'ENG', stateName: 'England', city: 'Boxford' });
    });

    it('fills nothing in that the databases do not know', async () => {
      expect(await askRecord({ from: knownToMaxmind.london })).not.toHaveProperty('postalCode');
      const unknown = await askRecord({ from: visitors.newYork });
      expect(unknown).toMatchObject({ IP: visitors.newYork });
      for (const name of ['countryCode', 'city', 'stateCode', 'timezone', 'latitude', 'postalCode'])
        expect(unknown).not.toHaveProperty(name);
    });

    it.each(Object.entries(knownToMaxmind))('believes nothing that a visitor in %s writes', async (_, from) => {
      const honest = await askRecord({ from });
      expect(await askRecord({ from, headers: forged })).toEqual(honest);
      for (let index = 0; index < forged.length; index += 2)
        expect(await askRecord({ from, headers: forged.slice(index, index + 2) }), forged[index]).toEqual(honest);
    });

    it('believes nothing of a visitor whom the databases do not know', async () => {
      expect(await askRecord({ from: visitors.newYork, headers: forged })).toEqual(
        await askRecord({ from: visitors.newYork }),
      );
    });

    it('is right for the doctor about each header', async () => {
      const { text } = await runDoctor();
      expect(text).toContain('A false place is not believed in any of 10 headers that say where visitors are.');
    });
  });

  it('is wrong for the doctor where a line of the recipe is missing', async () => {
    front = await startFront([withModule(replaceText(locations, /.*X-Geo-(?:Country|City).*\n/g, ''))]);
    const { status, text } = await runDoctor();
    await front.stop();
    expect(text).toContain('✗ visitor     A false place in X-Geo-Country is believed');
    expect(status).toBe(1);
  });
});
