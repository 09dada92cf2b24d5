'use client';

import { useState } from 'react';
import { Delivery } from './delivery.jsx';

export function Counter() {
  const [count, setCount] = useState(0);
  return (
    <>
      <p><Delivery /></p>
      <p><button onClick={() => setCount(count + 1)}>{count}</button> <geo-text template={`{city}, ${count} times`}>{count} times</geo-text> <span data-geo-text="{country}, counted">Counted {count}</span></p>
    </>
  );
}
