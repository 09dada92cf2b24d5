import { ProxyError } from './proxy-error.ts';

/**
 * Runs work that must end: after `timeoutMs`, or when the visitor goes away, it is aborted and the promise rejects, whether
 * or not the work heeds its signal. `AbortSignal.any` would say the same at six times the cost.
 */
export function withDeadline<Result>(timeoutMs: number, visitor: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: ProxyError): void => {
      reject(reason);
      controller.abort(reason);
    };
    const leave = (): void => stop(new ProxyError(503, 'The visitor left before the answer came.'));
    const timer = setTimeout(() => stop(new ProxyError(504, `The visitor-data service did not answer within ${timeoutMs} ms.`)), timeoutMs);
    visitor.addEventListener('abort', leave, { once: true });
    if (visitor.aborted) leave();
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        visitor.removeEventListener('abort', leave);
      });
  });
}
