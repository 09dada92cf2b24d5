import { useState } from 'react';
import 'geolet/define';
import 'geolet/types/react';

export function Shop() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>Made to walk <geo-text template="{city}">your city</geo-text></h1>
      <geo-currency prices="USD 149, EUR 139">$149</geo-currency>
      {/* Where the answer is known before hydration, `hidden` is gone. */}
      <geo-if country="FR" hidden suppressHydrationWarning>Livraison en 2 jours, panier {count}</geo-if>
      <button onClick={() => setCount(count + 1)}>{count} in the cart</button>
    </main>
  );
}
