import { ProxyError } from './proxy-error.ts';

/** Nobody waits for the answer any more. It is nobody's fault: neither logged nor held against the service. */
export class VisitorLeft extends ProxyError {
  constructor() {
    super(503, 'The visitor left before the answer came.', { unheard: true });
  }
}
