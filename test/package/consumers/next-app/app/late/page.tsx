import Link from 'next/link';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { Counter } from '../counter';
import { Shop } from '../shop';

/** Streamed in after the rest of the page, and hydrated by itself. */
async function Late() {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return <Shop name="Boots" />;
}

export default function Page() {
  return <main><Suspense fallback="…"><Late /></Suspense><Counter /><Link href="/">Shoes</Link></main>;
}
