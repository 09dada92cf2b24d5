// The structure that Framer publishes, reconstructed. No page of Framer's was copied, and Framer itself was not tried.
// Layers with "data-framer-name", texts in a "RichTextContainer", a variant of the page for each width until React has
// hydrated: published pages in public repositories. Where code goes: https://framer.com/developers/custom-code. A real
// React hydrates it; a click on a variant mounts the price anew, and what is below comes once it is in view.
import { createElement as h, useEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

export const style = `.ssr-variant{display:contents}
@media (min-width: 810px) { .hidden-72rtr7 { display: none !important } }
@media (max-width: 809.98px) { .hidden-1tn6i8q { display: none !important } }`;

const text = (className, name, tag, words) =>
  h(
    'div',
    {
      className,
      'data-framer-name': name,
      'data-framer-component-type': 'RichTextContainer',
      style: { transform: 'none' },
    },
    h(tag, { className: 'framer-text framer-styles-preset-1x9k2j', 'data-styles-preset': 'kY3rT0aBc' }, words),
  );

function Shop() {
  const [color, setColor] = useState('red');
  const [isInView, setInView] = useState(false);
  const below = useRef(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && setInView(true), {
      rootMargin: '50px',
    });
    observer.observe(below.current);
    return () => observer.disconnect();
  }, []);
  return h(
    'main',
    { className: 'framer-1kq3p5c', 'data-framer-name': 'Main' },
    text('framer-10amm2z', 'Title', 'h1', 'Made to walk'),
    h('div', { className: 'framer-1b0fkq3-container', key: color }, text('framer-1ryf5c9', 'Price', 'p', '$49')),
    text('framer-8d1x0a', 'Delivery', 'p', 'Ships in 5 days.'),
    text('framer-u2k9zq', 'Promotion', 'p', 'No customs in the EU.'),
    h(
      'a',
      { className: 'framer-Lb0Qz framer-v-1h8yq0k', 'data-framer-name': 'Shops', href: './shops' },
      text('framer-1p7cxl', 'Label', 'p', 'Find a shop'),
    ),
    h(
      'figure',
      { className: 'framer-1q2w3e', 'data-framer-name': 'Shoe' },
      h(
        'div',
        { 'data-framer-background-image-wrapper': 'true' },
        h('img', {
          decoding: 'async',
          sizes: '40px',
          srcSet: '/shoe.gif?scale-down-to=512 512w, /shoe.gif 1024w',
          src: '/shoe.gif',
          alt: 'A shoe',
          width: 40,
          height: 40,
        }),
      ),
    ),
    h(
      'form',
      { className: 'framer-4r5t6y' },
      h('label', { className: 'framer-form-text-input framer-form-input-wrapper' }, [
        h('input', {
          key: 'city',
          type: 'text',
          name: 'City',
          placeholder: 'Your city',
          'aria-label': 'City',
          className: 'framer-form-input',
          defaultValue: '',
        }),
      ]),
    ),
    h(
      'button',
      { type: 'button', className: 'framer-7u8i9o', 'aria-pressed': color === 'blue', onClick: () => setColor('blue') },
      'Blue',
    ),
    h('div', { style: { height: '150vh' } }),
    h(
      'section',
      { className: 'framer-0p9o8i', ref: below },
      isInView && [
        h('div', { key: 'laces' }, text('framer-1z2x3c', 'Name', 'p', 'Laces')),
        h('div', { key: 'price' }, text('framer-4v5b6n', 'Laces price', 'p', '$9')),
      ],
    ),
  );
}

/** A server does not know the width: it sends each variant, and once hydrated only the one that shows is left. */
export function Page() {
  const [width, setWidth] = useState();
  useEffect(() => setWidth(innerWidth >= 810 ? '1tn6i8q' : '72rtr7'), []);
  return h(
    'div',
    { 'data-framer-root': '', className: 'framer-cMzY7 framer-72rtr7' },
    ['1tn6i8q', '72rtr7']
      .filter((variant) => width === undefined || width === variant)
      .map((variant) =>
        h(
          'div',
          { key: variant, className: `ssr-variant hidden-${variant === '72rtr7' ? '72rtr7' : '1tn6i8q'}` },
          h(Shop),
        ),
      ),
  );
}

if (typeof document !== 'undefined')
  addEventListener('DOMContentLoaded', () => hydrateRoot(document.getElementById('root'), h(Page)));
