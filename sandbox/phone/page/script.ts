import { liveScript } from '#sandbox/page/script';

/** Listens on the document, because the form is replaced for every prompt. */
export const phoneScript = liveScript(`
document.addEventListener('click', ({ target }) => {
  const key = target.closest('[data-digit], #erase');
  if (!key) return;
  const pin = document.getElementById('pin');
  pin.value = key.id === 'erase' ? pin.value.slice(0, -1) : (pin.value + key.dataset.digit).slice(0, 4);
});
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const isRefusal = event.submitter?.value === 'decline';
  const answer = isRefusal ? { answer: 'decline' } : { answer: 'approve', pin: form.elements.pin.value };
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
    keepalive: true,
  }).catch(() => null);
  if (response?.ok) await refresh();
  else document.getElementById('problem').textContent = response ? form.dataset.gone : document.body.dataset.offline;
});
`);
