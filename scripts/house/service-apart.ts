import { startService } from '../../test/support/service.ts';

const { url, key } = await startService();
process.send?.({ url, key });
