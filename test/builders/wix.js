// The structure that Wix publishes, reconstructed. No page of Wix's was copied, and Wix itself was not tried. Texts in a
// heading or paragraph, and classes that an owner gives in Wix Studio, on the element's root:
// https://dev.wix.com/docs/velo/api-reference/$w/styling-elements-with-css; ids "comp-…" and "wixui-…": published pages
// that public repositories read. A real React hydrates it; a click on a colour renders the price anew, and a section
// that is below comes once it is in view.
import { createElement as h, useEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

export const style = `.wixui-section{position:relative}`;

const text = (id, own, tag, words) =>
  h(
    'div',
    { id, className: `HcOXKn SxM0TO QxJLC3 ${id} wixui-rich-text ${own}`, 'data-testid': 'richTextElement' },
    h(tag, { className: 'font_0 wixui-rich-text__text' }, h('span', { className: 'wixui-rich-text__text' }, words)),
  );

function LazySection() {
  const [isInView, setInView] = useState(false);
  const section = useRef(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && setInView(true), {
      rootMargin: '50px',
    });
    observer.observe(section.current);
    return () => observer.disconnect();
  }, []);
  return h(
    'section',
    { id: 'comp-m3x9k1f2', className: 'comp-m3x9k1f2 wixui-section', ref: section },
    isInView && [
      h('div', { key: 'laces' }, text('comp-m3x9k1f5', 'laces', 'p', 'Laces')),
      h('div', { key: 'price' }, text('comp-m3x9k1f6', 'laces-price', 'p', '$9')),
    ],
  );
}

function Price() {
  return text('comp-m3x9k0b4', 'price', 'p', '$49');
}

export function Page() {
  const [color, setColor] = useState('red');
  return h(
    'div',
    { id: 'SITE_CONTAINER' },
    h(
      'main',
      { id: 'PAGES_CONTAINER', className: 'PAGES_CONTAINER', tabIndex: -1, 'data-main-content': 'true' },
      h(
        'section',
        { id: 'comp-m3x9k0a1', className: 'comp-m3x9k0a1 wixui-section' },
        text('comp-m3x9k0b3', 'title', 'h1', 'Made to walk'),
        h(Price, { key: color }),
        text('comp-m3x9k0b5', 'delivery', 'p', 'Ships in 5 days.'),
        text('comp-m3x9k0b6', 'promo', 'p', 'No customs in the EU.'),
        h(
          'div',
          { id: 'comp-m3x9k0b7', className: 'comp-m3x9k0b7 FubTgk wixui-button shops', 'aria-disabled': false },
          h(
            'a',
            { 'data-testid': 'linkElement', href: '/shops', target: '_self', className: 'uUxqWY wixui-button__link' },
            h('span', { className: 'wJVzSK wixui-button__label' }, 'Find a shop'),
          ),
        ),
        h(
          'div',
          { id: 'comp-m3x9k0b8', className: 'comp-m3x9k0b8 wixui-image shoe', 'data-testid': 'image' },
          h('img', {
            src: '/shoe.gif?w=40',
            srcSet: '/shoe.gif?w=40 1x, /shoe.gif?w=80 2x',
            alt: 'A shoe',
            width: 40,
            height: 40,
          }),
        ),
        h(
          'div',
          { id: 'comp-m3x9k0b9', className: 'comp-m3x9k0b9 wixui-text-input city' },
          h('input', {
            id: 'input_comp-m3x9k0b9',
            name: 'city',
            type: 'text',
            className: 'KvoMHf has-custom-focus wixui-text-input__input',
            placeholder: 'Your city',
            'aria-label': 'City',
            defaultValue: '',
          }),
        ),
        h(
          'button',
          {
            type: 'button',
            className: 'wixui-button',
            'aria-pressed': color === 'blue',
            onClick: () => setColor('blue'),
          },
          'Blue',
        ),
      ),
      h('div', { style: { height: '150vh' } }),
      h(LazySection),
    ),
  );
}

if (typeof document !== 'undefined')
  addEventListener('DOMContentLoaded', () => hydrateRoot(document.getElementById('root'), h(Page)));
