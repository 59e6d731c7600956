/**
 * Replaces the provider's script: a checkbox, and `turnstile.render` with Cloudflare's interface.
 */
export const captchaScript = `(() => {
const TEXTS = {
  en: { press: 'I am a person', busy: 'One moment…', done: 'Thank you', whose: 'Sandbox of the check' },
  fr: { press: 'Je suis une personne', busy: 'Un instant…', done: 'Merci', whose: 'Simulateur du contrôle' },
};
const widgets = new Map();

function render(container, { sitekey, language, callback, 'error-callback': onError }) {
  if (!sitekey) throw new Error('turnstile.render() expects a sitekey.');
  const texts = TEXTS[language] || TEXTS.en;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = texts.press;
  button.title = texts.whose;
  button.style.cssText = 'min-width:150px;min-height:140px;padding:0 8px;border:1px solid #999;border-radius:.25rem;background:#222;color:#fff;font:inherit;cursor:pointer';
  button.addEventListener('click', async () => {
    button.disabled = true;
    button.textContent = texts.busy;
    try {
      const response = await fetch('/sandbox/captcha/solve', { method: 'POST' });
      const { token } = await response.json();
      button.textContent = texts.done;
      callback(token);
    } catch {
      button.disabled = false;
      button.textContent = texts.press;
      if (onError) onError('network');
    }
  });
  container.append(button);
  const id = 'sandbox-' + (widgets.size + 1);
  widgets.set(id, button);
  return id;
}

window.turnstile = {
  render,
  remove(id) {
    const button = widgets.get(id);
    if (button) button.remove();
  },
};
const ready = new URL(document.currentScript.src).searchParams.get('onload');
if (ready && window[ready]) window[ready]();
})();
`;
