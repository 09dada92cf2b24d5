/** What three of the cards do, and show: a card's script is the inside of its function. */

export async function countAnswers() {
  const answers = document.querySelector('#answers');
  await geolet.ready;
  answers.value++;
  document.addEventListener('geo-change', () => answers.value++);
}

export async function showCharged() {
  const charged = document.querySelector('#charged');
  const show = async () => {
    const { currency, amount } = await geolet.price('sku: obelisk');
    charged.value = `${currency} ${amount}`;
  };
  document.addEventListener('geo-change', () => void show());
  await show();
}

export function showPushes() {
  const pushed = document.querySelector('#pushed');
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  const show = () => (pushed.textContent = JSON.stringify(layer.at(-1)));
  layer.push = (...events) => {
    layer.splice(layer.length, 0, ...events);
    show();
  };
  if (layer.length > 0) show();
}
