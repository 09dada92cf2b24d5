import startTestService from '../../browser/support/global-setup.ts';
import { buildFixtures } from './build-fixtures.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildFixtures();
  return startTestService();
}
