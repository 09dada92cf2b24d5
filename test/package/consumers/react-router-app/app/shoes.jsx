import { Shop } from './shop.jsx';

export default function Page() {
  return <Shop name="Shoes" link="/boots" />;
}
