import { ProxyError } from '../request/proxy-error.ts';

/** The visitor closed the connection before the response. It is not logged, and not held against the service. */
export class VisitorLeft extends ProxyError {
  constructor() {
    super(503, 'The visitor left before the response came.', { inconclusive: true });
  }
}
