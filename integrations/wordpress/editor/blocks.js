/**
 * Geolet's blocks. What they save is the element's own markup, with the words for everybody in it: without the plugin it
 * is plain HTML that all can read.
 */
(function (wp, places) {
  const { createElement: el, Fragment } = wp.element;
  const { registerBlockType } = wp.blocks;
  const { InnerBlocks, InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, TextControl, ToggleControl } = wp.components;
  const { __, sprintf } = wp.i18n;

  /** An attribute that is read from the saved element. */
  const from = (selector, attribute) => ({ type: 'string', source: 'attribute', selector, attribute, default: '' });

  /** The words within the saved element. */
  const words = (selector, usual) => ({ type: 'string', source: 'text', selector, default: usual });

  /** A field for an attribute. */
  function field(props, name, label, help) {
    return el(TextControl, {
      key: name,
      label,
      help,
      value: props.attributes[name],
      onChange: (value) => props.setAttributes({ [name]: value }),
    });
  }

  function panel(...fields) {
    return el(InspectorControls, null, el(PanelBody, { title: __('Geolet', 'geolet') }, ...fields));
  }

  /** Leaves out what is empty, since an empty attribute says something else than none. */
  function filled(attributes) {
    return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== '' && value !== false));
  }

  function register(name, settings) {
    registerBlockType(`geolet/${name}`, {
      apiVersion: 2,
      category: 'widgets',
      icon: 'location-alt',
      supports: { html: false },
      ...settings,
    });
  }

  register('visible', {
    title: __('Visible to …', 'geolet'),
    description: __('Blocks for visitors from some countries, or for all others.', 'geolet'),
    attributes: {
      places: { type: 'array', default: [] },
      isExcept: { type: 'boolean', default: false },
      isHiddenFirst: { type: 'boolean', default: false },
    },
    edit: (props) => {
      const { places: list, isExcept, isHiddenFirst } = props.attributes;
      const sentence = isExcept
        ? /* translators: %s: names of countries. */
          __('For all but visitors from %s', 'geolet')
        : /* translators: %s: names of countries. */
          __('For visitors from %s', 'geolet');
      return el(
        Fragment,
        null,
        panel(
          el(places.PlacesField, {
            key: 'places',
            label: __('Countries and groups', 'geolet'),
            value: list,
            onChange: (value) => props.setAttributes({ places: value }),
            isCondition: true,
          }),
          el(ToggleControl, {
            key: 'isExcept',
            label: __('For all but these', 'geolet'),
            checked: isExcept,
            onChange: (value) => props.setAttributes({ isExcept: value }),
          }),
          el(ToggleControl, {
            key: 'isHiddenFirst',
            label: __('Hide it while the place is not known', 'geolet'),
            checked: isHiddenFirst,
            onChange: (value) => props.setAttributes({ isHiddenFirst: value }),
          }),
        ),
        el(
          'div',
          useBlockProps(),
          el(
            'p',
            { className: 'geolet-who' },
            list.length > 0
              ? sprintf(sentence, places.toNames(list))
              : __('For everybody: choose countries on the right', 'geolet'),
          ),
          el(InnerBlocks),
        ),
      );
    },
    save: ({ attributes }) =>
      el(
        'geo-if',
        {
          ...useBlockProps.save(),
          ...places.conditionOf(attributes.places, attributes.isExcept),
          ...(attributes.isHiddenFirst && { hidden: true }),
        },
        el(InnerBlocks.Content),
      ),
  });

  register('text', {
    title: __('Text with the place', 'geolet'),
    description: __('A line such as "Shoes for Lyon", and what it says while nothing is known.', 'geolet'),
    attributes: { template: from('geo-text', 'template'), fallback: words('geo-text', '') },
    edit: (props) =>
      el(
        Fragment,
        null,
        panel(
          field(
            props,
            'template',
            __('Text', 'geolet'),
            __('Such as "Shoes for {city}". Also: {country}, {state}, {currency}.', 'geolet'),
          ),
          field(props, 'fallback', __('While nothing is known', 'geolet'), __('Such as "Shoes for you".', 'geolet')),
        ),
        el(
          'p',
          useBlockProps(),
          props.attributes.fallback || __('Write on the right what stands here while nothing is known.', 'geolet'),
        ),
      ),
    save: ({ attributes }) =>
      el('p', useBlockProps.save(), el('geo-text', { template: attributes.template }, attributes.fallback)),
  });

  register('price', {
    title: __('Price by country', 'geolet'),
    description: __('A price from your own list, in the currency of the visitor.', 'geolet'),
    attributes: {
      prices: from('geo-currency', 'prices'),
      sku: from('geo-currency', 'sku'),
      fallback: words('geo-currency', ''),
    },
    edit: (props) =>
      el(
        Fragment,
        null,
        panel(
          field(
            props,
            'prices',
            __('Prices', 'geolet'),
            __(
              'The first is the one that the page is written in: USD 149, EUR 139, JPY 21900. A place before a price: IN: USD 99',
              'geolet',
            ),
          ),
          field(
            props,
            'sku',
            __('Name in the price book', 'geolet'),
            __('In place of prices, if your theme has a price book in its settings block.', 'geolet'),
          ),
          field(
            props,
            'fallback',
            __('As it is written', 'geolet'),
            __('The first price as words, such as $149.', 'geolet'),
          ),
        ),
        el('p', useBlockProps(), props.attributes.fallback || __('Write prices on the right.', 'geolet')),
      ),
    save: ({ attributes }) =>
      el(
        'p',
        useBlockProps.save(),
        el(
          'geo-currency',
          attributes.sku ? { sku: attributes.sku } : { prices: attributes.prices },
          attributes.fallback,
        ),
      ),
  });

  register('delivery', {
    title: __('Delivery dates', 'geolet'),
    description: __('When an order of now arrives, by the place of the visitor.', 'geolet'),
    attributes: {
      days: from('geo-delivery', 'days'),
      cutoff: from('geo-delivery', 'cutoff'),
      timezone: from('geo-delivery', 'timezone'),
      work: from('geo-delivery', 'work'),
      closures: from('geo-delivery', 'closures'),
      template: from('geo-delivery', 'template'),
      plan: from('geo-delivery', 'plan'),
      fallback: words('geo-delivery', ''),
    },
    edit: (props) =>
      el(
        Fragment,
        null,
        panel(
          field(
            props,
            'days',
            __('Days by place', 'geolet'),
            __('Working days on the way: FR: 1-2, eu: 2-4, US-HI: 9-14, *: 5-9. A star is everybody.', 'geolet'),
          ),
          field(
            props,
            'timezone',
            __('Your time zone', 'geolet'),
            __('Where the orders leave, such as Europe/Lisbon.', 'geolet'),
          ),
          field(
            props,
            'cutoff',
            __('Order by', 'geolet'),
            __('Until then an order leaves on the same day, such as 14:00. Empty: until midnight.', 'geolet'),
          ),
          field(
            props,
            'work',
            __('Your working days', 'geolet'),
            __('Such as mon-fri, which is so without it, or mon-sat.', 'geolet'),
          ),
          field(
            props,
            'closures',
            __('Days on which no order leaves', 'geolet'),
            __('Such as 2026-12-24..26, 01-01. Without a year: each year.', 'geolet'),
          ),
          field(
            props,
            'template',
            __('Text', 'geolet'),
            __(
              'Such as "Order within {left}: delivered {dates}". Also: {from}, {to}, {days}, {weekday}. Empty: the dates.',
              'geolet',
            ),
          ),
          field(
            props,
            'plan',
            __('Name of a plan', 'geolet'),
            __('If your theme has plans in its settings block. What you write above goes before the plan.', 'geolet'),
          ),
          field(
            props,
            'fallback',
            __('While no date is known', 'geolet'),
            __('Such as "Ships in 5 to 9 days".', 'geolet'),
          ),
        ),
        el(
          'p',
          useBlockProps(),
          props.attributes.fallback || __('Write on the right what stands here while no date is known.', 'geolet'),
        ),
      ),
    save: ({ attributes: { fallback, ...plan } }) =>
      el('p', useBlockProps.save(), el('geo-delivery', filled(plan), fallback)),
  });

  register('country-select', {
    title: __('Country select', 'geolet'),
    description: __('Lets the visitor choose another country. The choice is remembered.', 'geolet'),
    attributes: { countries: from('geo-select', 'countries'), label: from('geo-select', 'label') },
    edit: (props) =>
      el(
        Fragment,
        null,
        panel(
          field(props, 'countries', __('Countries', 'geolet'), __('Such as US CA GB. A star is all others.', 'geolet')),
          field(props, 'label', __('Label', 'geolet')),
        ),
        /* translators: %s: codes of countries. */
        el('p', useBlockProps(), sprintf(__('A list to choose from: %s', 'geolet'), props.attributes.countries || '…')),
      ),
    save: ({ attributes }) => el('geo-select', { ...useBlockProps.save(), ...filled(attributes) }),
  });

  register('suggestion', {
    title: __('Suggestion', 'geolet'),
    description: __(
      'A bar that suggests another page to visitors from some countries. It takes no space, and remembers the answer.',
      'geolet',
    ),
    attributes: {
      places: { type: 'array', default: [] },
      href: from('geo-suggest', 'href'),
      text: words('geo-suggest', ''),
    },
    edit: (props) =>
      el(
        Fragment,
        null,
        panel(
          el(places.PlacesField, {
            key: 'places',
            label: __('Countries and groups', 'geolet'),
            value: props.attributes.places,
            onChange: (value) => props.setAttributes({ places: value }),
            isCondition: true,
          }),
          field(
            props,
            'href',
            __('Address', 'geolet'),
            __('Such as /de{path}, where {path} is the path of this page.', 'geolet'),
          ),
          field(props, 'text', __('Words', 'geolet')),
        ),
        el(
          'p',
          useBlockProps(),
          props.attributes.text || __('Write the words of the suggestion on the right.', 'geolet'),
        ),
      ),
    save: ({ attributes }) =>
      el(
        'geo-suggest',
        {
          ...useBlockProps.save(),
          ...places.conditionOf(attributes.places, false),
          ...filled({ href: attributes.href }),
          hidden: true,
        },
        attributes.text,
      ),
  });

  register('attribution', {
    title: __('Source of the geo data', 'geolet'),
    description: __('The link that the geo data ask for. If they ask for none, it writes nothing.', 'geolet'),
    edit: () => el('p', useBlockProps(), __('The link to the source of the geo data, where one is due.', 'geolet')),
    // WordPress writes the link into each page, as the data ask for it then.
    save: () => null,
  });
})(window.wp, window.geoletPlaces);
