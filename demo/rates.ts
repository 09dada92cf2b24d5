/** Invented rates, always dated today. A shop would serve those of its bank. */
export function ratesOfToday(): { base: string; date: string; rates: Readonly<Record<string, number>> } {
  return {
    base: 'USD',
    date: new Date().toISOString().slice(0, 10),
    rates: {
      EUR: 0.92,
      GBP: 0.78,
      JPY: 151.3,
      BRL: 5.4,
      KES: 129.4,
      INR: 86.7,
      AUD: 1.52,
      CAD: 1.38,
      EGP: 48.6,
      MXN: 18.9,
    },
  };
}
