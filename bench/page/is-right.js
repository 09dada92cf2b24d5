// Looks at the last ten items, which are of each kind: what is not right in the end is no measurement.
globalThis.isRight = () => {
  const items = [...document.querySelectorAll('#list > li')].slice(-10);
  if (items.length < 10) return false;
  const isSeen = (node) => [node, ...node.querySelectorAll('*')].every((one) => one.getClientRects().length > 0) && node.textContent !== '';
  const texts = items.slice(0, 3).map((item) => item.textContent.trim());
  return (
    texts.join(' | ') === 'Shoes for Lyon | Hello France | Lyon, France' &&
    items[3].querySelector('a').pathname === '/fr/shop' &&
    isSeen(items[4]) &&
    !isSeen(items[9])
  );
};
