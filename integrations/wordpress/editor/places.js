/**
 * Countries and groups, as the editor shows and the markup names them.
 */
(function (wp, geoletEditor) {
  const { createElement: el } = wp.element;
  const { FormTokenField } = wp.components;
  const { __ } = wp.i18n;

  /** Names by code. Groups come first: their codes are their names. */
  const names = new Map([
    ...Object.keys(geoletEditor.groups).map((group) => [group, group.toUpperCase() + ' ' + __('(group)', 'geolet')]),
    ...Object.entries(geoletEditor.countries).map(([code, name]) => [code.toLowerCase(), name]),
  ]);

  const codes = new Map([...names].map(([code, name]) => [name, code]));

  /**
   * What somebody has typed or chosen, as codes. What is neither a name nor a code is dropped.
   *
   * @param {string[]} texts Names or codes.
   * @return {string[]} Codes in small letters, each once.
   */
  function toCodes(texts) {
    const found = texts.map((text) => codes.get(text) || text.trim().toLowerCase());
    return [...new Set(found.filter((code) => names.has(code)))];
  }

  /**
   * The names of codes, for a sentence.
   *
   * @param {string[]} list Codes.
   * @return {string} Names with commas between.
   */
  function toNames(list) {
    return list.map((code) => names.get(code) || code).join(', ');
  }

  /**
   * A field for countries and groups.
   *
   * @param {Object}   props
   * @param {string}   props.label    Its label.
   * @param {string[]} props.value    Codes.
   * @param {Function} props.onChange Called with codes.
   */
  function PlacesField({ label, value, onChange }) {
    return el(FormTokenField, {
      label,
      value: value.map((code) => names.get(code) || code),
      suggestions: [...codes.keys()],
      maxSuggestions: 20,
      onChange: (texts) => onChange(toCodes(texts)),
    });
  }

  /**
   * The condition's attributes, by which an element names these places.
   *
   * @param {string[]} list     Codes.
   * @param {boolean}  isExcept Whether all others are meant.
   * @return {Object} Attributes of an element.
   */
  function conditionOf(list, isExcept) {
    const groups = list.filter(isGroup);
    const countries = list.filter((code) => !isGroup(code)).map((code) => code.toUpperCase());
    if (isExcept || groups.length === 0 || countries.length === 0) {
      const prefix = isExcept ? 'not-' : '';
      return {
        ...(countries.length > 0 && { [prefix + 'country']: countries.join(' ') }),
        ...(groups.length > 0 && { [prefix + 'group']: groups.join(' ') }),
      };
    }
    // Two conditions on one element must both hold, so that the group stands there as its countries.
    const members = groups.flatMap((group) => geoletEditor.groups[group]);
    return { country: [...new Set([...countries, ...members])].join(' ') };
  }

  function isGroup(code) {
    return Object.hasOwn(geoletEditor.groups, code);
  }

  window.geoletPlaces = { PlacesField, conditionOf, toCodes, toNames };
})(window.wp, window.geoletEditor);
