import { Counter } from '../app/counter';
import { Shop } from '../app/shop';

export default function Old() {
  return <main><Shop name="Hats" /><Counter /></main>;
}
