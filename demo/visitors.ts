export interface DemoVisitor {
  readonly id: string;
  readonly label: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** A real address in that city: of a university or a data centre, so nobody's home. */
  readonly address: string;
}

/** Whom a reader of the demo can be. Each is looked up by the real service through the real proxy. */
export const demoVisitors: readonly DemoVisitor[] = [
  { id: 'lyon', label: 'Lyon', country: 'FR', address: '140.77.1.1' },
  { id: 'osaka', label: 'Osaka', country: 'JP', address: '13.208.10.1' },
  { id: 'new-york', label: 'New York', country: 'US', address: '128.59.1.1' },
  { id: 'los-angeles', label: 'Los Angeles', country: 'US', address: '164.67.228.152' },
  { id: 'sao-paulo', label: 'São Paulo', country: 'BR', address: '200.144.1.1' },
  { id: 'berlin', label: 'Berlin', country: 'DE', address: '130.149.7.201' },
  { id: 'london', label: 'London', country: 'GB', address: '18.130.10.1' },
  { id: 'nairobi', label: 'Nairobi', country: 'KE', address: '41.204.160.1' },
  { id: 'mumbai', label: 'Mumbai', country: 'IN', address: '13.126.10.1' },
  { id: 'sydney', label: 'Sydney', country: 'AU', address: '13.236.34.30' },
  { id: 'montreal', label: 'Montréal', country: 'CA', address: '99.79.136.187' },
  { id: 'cairo', label: 'Cairo', country: 'EG', address: '154.128.35.179' },
  { id: 'mexico-city', label: 'Mexico City', country: 'MX', address: '132.248.10.1' },
];
