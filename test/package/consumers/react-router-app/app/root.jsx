import { useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';

export function Layout({ children }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <title>Shop</title>
        <Meta />
        <Links />
        <script async src="/geolet.js" data-bindings="manual" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => void (window.geoletQueue ||= []).push((geolet) => geolet.scan()), []);
  return <Outlet />;
}
