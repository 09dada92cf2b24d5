// @ts-check

const narrow = matchMedia('(max-width: 48rem)');

/** Code is folded where it would make the page endless, and stands open where there is room for it. */
export function foldCode() {
  for (const fold of document.querySelectorAll('details.fold')) fold.toggleAttribute('open', !narrow.matches);
}

narrow.addEventListener('change', foldCode);
