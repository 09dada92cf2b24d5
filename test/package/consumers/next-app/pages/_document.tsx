import { Head, Html, Main, NextScript } from 'next/document';

export default function Document() {
  return (
    <Html lang="en">
      <Head><script async src="/geolet.js" data-bindings="load" /></Head>
      <body><Main /><NextScript /></body>
    </Html>
  );
}
