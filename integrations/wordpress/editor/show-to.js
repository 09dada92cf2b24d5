/**
 * The panel "Show to" on every block. It writes classes, which all themes and all authors may have: `geo-show-fr`.
 */
(function (wp, places) {
  const { createElement: el, Fragment } = wp.element;
  const { InspectorControls } = wp.blockEditor;
  const { PanelBody, SelectControl, ToggleControl, ExternalLink } = wp.components;
  const { createHigherOrderComponent } = wp.compose;
  const { useSelect } = wp.data;
  const { __, sprintf } = wp.i18n;

  const pattern = /^geo-(show|hide)-([a-z]+)$/;

  /**
   * What the classes of a block say.
   *
   * @param {string} className All of its classes.
   * @return {{mode: string, list: string[], isHiddenFirst: boolean, others: string[]}} `others` are not ours.
   */
  function read(className) {
    const words = (className || '').split(/\s+/).filter(Boolean);
    const ours = words.map((word) => pattern.exec(word)).filter(Boolean);
    const mode = ours.length > 0 ? ours[0][1] : 'all';
    return {
      mode,
      list: ours.filter((match) => match[1] === mode).map((match) => match[2]),
      isHiddenFirst: words.includes('geo-hidden'),
      others: words.filter((word) => !pattern.test(word) && word !== 'geo-hidden'),
    };
  }

  /**
   * The classes that say it.
   *
   * @param {Object} state As of `read`.
   * @return {string|undefined} All classes of the block.
   */
  function write({ mode, list, isHiddenFirst, others }) {
    const ours = mode === 'all' ? [] : list.map((code) => `geo-${mode}-${code}`);
    const hidden = mode === 'show' && isHiddenFirst ? ['geo-hidden'] : [];
    return [...others, ...ours, ...hidden].join(' ') || undefined;
  }

  /**
   * Who reads the block, in words.
   *
   * @param {Object} state As of `read`.
   * @return {string} A sentence.
   */
  function describe({ mode, list, isHiddenFirst }) {
    if (mode === 'all' || list.length === 0) {
      return __('Everybody sees this block.', 'geolet');
    }
    const known = places.toNames(list);
    if (mode === 'hide') {
      /* translators: %s: names of countries. */
      return sprintf(__('Visitors from %s do not see this block. Everybody else does.', 'geolet'), known);
    }
    return isHiddenFirst
      ? /* translators: %s: names of countries. */
        sprintf(__('Visitors from %s see this block. Nobody else does.', 'geolet'), known)
      : /* translators: %s: names of countries. */
        sprintf(__('Visitors from %s see this block, and those whose place is not known.', 'geolet'), known);
  }

  function PreviewLink({ list }) {
    const link = useSelect((select) => {
      const editor = select('core/editor');
      return editor && editor.getEditedPostPreviewLink ? editor.getEditedPostPreviewLink() : undefined;
    }, []);
    const country = list.find((code) => code.length === 2 && code !== 'eu');
    if (!link || !country) {
      return null;
    }
    const address = wp.url.addQueryArgs(link, { 'geo-as': country.toUpperCase() });
    /* translators: %s: name of a country. */
    return el(
      ExternalLink,
      { href: address },
      sprintf(__('Preview as a visitor from %s', 'geolet'), places.toNames([country])),
    );
  }

  function ShowToPanel({ className, onChange }) {
    const state = read(className);
    const set = (changes) => onChange(write({ ...state, ...changes }));
    // A choice without a place has no class, so the panel remembers it.
    const [mode, setMode] = wp.element.useState(state.mode);
    return el(
      PanelBody,
      { title: __('Show to', 'geolet'), initialOpen: state.mode !== 'all' },
      el(SelectControl, {
        label: __('Who sees this block', 'geolet'),
        value: mode,
        options: [
          { value: 'all', label: __('Everybody', 'geolet') },
          { value: 'show', label: __('Visitors from …', 'geolet') },
          { value: 'hide', label: __('All but visitors from …', 'geolet') },
        ],
        onChange: (value) => {
          setMode(value);
          set({ mode: value });
        },
      }),
      mode !== 'all' &&
        el(places.PlacesField, {
          label: __('Countries and groups', 'geolet'),
          value: state.list,
          onChange: (list) => set({ mode, list }),
        }),
      mode === 'show' &&
        el(ToggleControl, {
          label: __('Hide it while the place is not known', 'geolet'),
          checked: state.isHiddenFirst,
          onChange: (isHiddenFirst) => set({ mode, isHiddenFirst }),
        }),
      el('p', null, describe(state)),
      el(PreviewLink, { list: state.list }),
    );
  }

  const withShowTo = createHigherOrderComponent(
    (BlockEdit) => (props) => {
      const isOurs = props.name.startsWith('geolet/');
      const mayHaveClass = wp.blocks.hasBlockSupport(props.name, 'customClassName', true);
      return el(
        Fragment,
        null,
        el(BlockEdit, props),
        props.isSelected &&
          mayHaveClass &&
          !isOurs &&
          el(
            InspectorControls,
            null,
            el(ShowToPanel, {
              className: props.attributes.className,
              onChange: (className) => props.setAttributes({ className }),
            }),
          ),
      );
    },
    'withGeoletShowTo',
  );

  wp.hooks.addFilter('editor.BlockEdit', 'geolet/show-to', withShowTo);
})(window.wp, window.geoletPlaces);
