/**
 * Countries and groups, as the editor shows and the markup names them.
 */
(function (wp, geoletEditor) {
  const { createElement: el, Fragment, useState } = wp.element;
  const { FormTokenField, Notice } = wp.components;
  const { __, sprintf } = wp.i18n;

  /** What a group means whose name does not say it. */
  const meanings = { usoptout: __('(group: US states with an opt-out signal law)', 'geolet') };

  /** Names by code. Groups come first: their codes are their names. */
  const names = new Map([
    ...Object.keys(geoletEditor.groups).map((group) => [
      group,
      group.toUpperCase() + ' ' + (meanings[group] || __('(group)', 'geolet')),
    ]),
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
   * @param {string}   props.label       Its label.
   * @param {string[]} props.value       Codes.
   * @param {Function} props.onChange    Called with codes.
   * @param {boolean}  props.isCondition Whether they become the condition of an element, which has no words for countries
   *                                     or states.
   */
  function PlacesField({ label, value, onChange, isCondition }) {
    const [leftOut, setLeftOut] = useState([]);
    return el(
      Fragment,
      null,
      el(FormTokenField, {
        label,
        value: value.map((code) => names.get(code) || code),
        suggestions: [...codes.keys()],
        maxSuggestions: 20,
        onChange: (texts) => {
          const chosen = toCodes(texts);
          const kept = isCondition ? ofOneKind(chosen) : chosen;
          setLeftOut(chosen.filter((code) => !kept.includes(code)));
          onChange(kept);
        },
      }),
      leftOut.length > 0 &&
        el(
          Notice,
          { status: 'warning', isDismissible: false },
          sprintf(
            /* translators: %s: names of countries and groups. */
            __(
              'Left out: %s. A block cannot name countries beside a group of states: use a block for each of them, or the panel "Show to" of another block.',
              'geolet',
            ),
            toNames(leftOut),
          ),
        ),
    );
  }

  /**
   * The condition's attributes, by which an element names these places.
   *
   * @param {string[]} places   Codes.
   * @param {boolean}  isExcept Whether all others are meant.
   * @return {Object} Attributes of an element.
   */
  function conditionOf(places, isExcept) {
    const list = ofOneKind(places);
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

  /**
   * Without what cannot stand beside the first of them: two conditions on one element must both hold, and the states of a
   * group cannot be named as countries.
   *
   * @param {string[]} list Codes.
   * @return {string[]} Codes.
   */
  function ofOneKind(list) {
    const first = list.find((code) => !isGroup(code) || hasStates(code));
    return list.filter((code) => (isGroup(code) ? !hasStates(code) || isGroup(first) : !isGroup(first)));
  }

  /** Whether a group has states in it, such as US-CA. */
  function hasStates(group) {
    return geoletEditor.groups[group].some((code) => code.includes('-'));
  }

  function isGroup(code) {
    return Object.hasOwn(geoletEditor.groups, code);
  }

  window.geoletPlaces = { PlacesField, conditionOf, toCodes, toNames };
})(window.wp, window.geoletEditor);
