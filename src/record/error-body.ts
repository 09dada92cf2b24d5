/** The body of every error response: the contract's section 2.3. */
export interface ErrorBody {
  /** Same as the HTTP status code. */
  readonly status: ErrorStatus;
  /** Short status name: the contract's word if it has one, else the one registered with IANA. */
  readonly message: string;
  /** What happened and what to do, for a human. Never a stack, a path or a key. */
  readonly description: string;
}

/** Every error status of proxy and service. */
export const statusNames = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
} as const;

export type ErrorStatus = keyof typeof statusNames;

export function errorBody(status: ErrorStatus, description: string): ErrorBody {
  return { status, message: statusNames[status], description };
}
