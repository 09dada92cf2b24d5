import { useState } from 'react';
import { Link } from 'react-router';
import { Delivery } from './delivery.jsx';

export function Shop({ name, link }) {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>{name} for <geo-text template="{city}">your city</geo-text></h1>
      <p><geo-currency prices="USD 149, EUR 139">$149</geo-currency></p>
      <p><geo-if country="FR"><span>Two <b>days</b>.</span><span slot="else" hidden suppressHydrationWarning>Five days.</span></geo-if></p>
      <p data-geo-text="Hello {country}">Hello you</p>
      <p><Delivery /> <button onClick={() => setCount(count + 1)}>{count}</button> <geo-text template={`{city}, ${count} times`}>{count} times</geo-text></p>
      <p data-geo-text="{country}, counted">Counted {count}</p>
      <Link to={link}>Other</Link>
    </main>
  );
}
