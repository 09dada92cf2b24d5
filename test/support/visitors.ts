/** Addresses of universities and data centres, and what the default database says of them. */
export const visitors = {
  lyon: '140.77.1.1',
  osaka: '13.208.10.1',
  newYork: '128.59.1.1',
  losAngeles: '164.67.228.152',
  berlin: '130.149.7.201',
  london: '18.130.10.1',
  saoPaulo: '200.144.1.1',
  /** Loopback: an address that is nowhere. */
  nowhere: '127.0.0.1',
} as const;
