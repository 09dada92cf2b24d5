import { useState } from 'react';
import { Delivery } from './delivery.jsx';

/** An island, in which no binding belongs. */
export function Counter() {
  const [count, setCount] = useState(0);
  return <p><Delivery /> <button onClick={() => setCount(count + 1)}>{count}</button> <geo-text template={`{city}, ${count} times`}>{count} times</geo-text></p>;
}
