import Link from 'next/link';
import { Counter } from './counter';
import { Shop } from './shop';

export default function Page() {
  return <main><Shop name="Shoes" /><Counter /><Link href="/late">Late</Link></main>;
}
