export interface DemoVisitor {
  readonly id: string;
  readonly label: string;
  /** A real address in that city, of a university or a data centre and not of a home. */
  readonly address: string;
}

/** Always in sight; the others are behind one control. */
export const citiesInSight: readonly string[] = ['lyon', 'osaka', 'new-york', 'sao-paulo', 'nairobi'];

/** The visitor until another one is picked. */
export const firstVisitor = 'lyon';

/** The visitors that a reader of the demo can be. The real service looks each of them up, through the real proxy. */
export const demoVisitors: readonly DemoVisitor[] = [
  { id: 'lyon', label: 'Lyon', address: '140.77.1.1' },
  { id: 'osaka', label: 'Osaka', address: '13.208.10.1' },
  { id: 'new-york', label: 'New York', address: '128.59.1.1' },
  { id: 'los-angeles', label: 'Los Angeles', address: '164.67.228.152' },
  { id: 'sao-paulo', label: 'São Paulo', address: '200.144.1.1' },
  { id: 'berlin', label: 'Berlin', address: '130.149.7.201' },
  { id: 'london', label: 'London', address: '18.130.10.1' },
  { id: 'nairobi', label: 'Nairobi', address: '41.204.160.1' },
  { id: 'mumbai', label: 'Mumbai', address: '13.126.10.1' },
  { id: 'sydney', label: 'Sydney', address: '13.236.34.30' },
  { id: 'montreal', label: 'Montréal', address: '99.79.136.187' },
  { id: 'cairo', label: 'Cairo', address: '154.128.35.179' },
  { id: 'mexico-city', label: 'Mexico City', address: '132.248.10.1' },
];

/** Whoever reads the demo, looked up where a proxy is. */
export const yourself = { id: 'yourself', label: 'Yourself' };

/** Visitors without a place. */
export const otherVisitors: readonly { readonly id: string; readonly label: string }[] = [
  { id: 'unknown', label: 'Location unknown' },
  { id: 'down', label: 'Lookup fails' },
  { id: 'slow', label: 'Slow lookup (3 s)' },
];
