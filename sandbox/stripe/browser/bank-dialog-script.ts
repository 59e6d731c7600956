/** The bank's authentication dialog over the page. */
export const bankDialogScript = `
function money(language, intent) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: intent.currency.toUpperCase() });
  return format.format(intent.amount / 10 ** format.resolvedOptions().maximumFractionDigits);
}

/** Resolves to whether the payer approves; closing the question in any way is a refusal. */
function askBankQuestion(language, intent, last4) {
  return new Promise((resolve) => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    const title = element('h2', { id: 'title', textContent: text(language, 'bank.title') });
    // Neither answer has the focus: the key that sent the form must not answer the bank as well.
    title.tabIndex = -1;
    title.autofocus = true;
    const question = element('p', { id: 'question', textContent: text(language, 'bank.question', { amount: money(language, intent), last4 }) });
    const note = element('p', { textContent: text(language, 'bank.note') });
    const approve = element('button', { type: 'button', className: 'is-main', textContent: text(language, 'bank.approve') });
    const refuse = element('button', { type: 'button', textContent: text(language, 'bank.refuse') });
    const dialog = element('dialog', { lang: language }, [title, question, note, approve, refuse]);
    dialog.setAttribute('aria-labelledby', 'title');
    dialog.setAttribute('aria-describedby', 'question');
    root.append(element('style', { textContent: dialogStyle }), dialog);

    // The real question is a page of its own in a frame: none of this reaches the shop's scripts.
    for (const type of ['pointerdown', 'mousedown', 'click', 'focusin', 'keydown']) {
      host.addEventListener(type, (event) => event.stopPropagation());
    }
    let isApproved = false;
    approve.addEventListener('click', () => {
      isApproved = true;
      dialog.close();
    });
    refuse.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      host.remove();
      resolve(isApproved);
    });
    document.body.append(host);
    dialog.showModal();
  });
}
`;
