/** The form that is rendered where the page mounts its payment element. */
export const cardFormScript = `
function element(tag, traits, children) {
  const made = document.createElement(tag);
  Object.assign(made, traits);
  made.append(...(children || []));
  return made;
}

/** A label, an input and the place for what is wrong with it. */
function createField(id, traits) {
  const input = element('input', {
    id,
    className: 'Input',
    type: 'text',
    inputMode: 'numeric',
    spellcheck: false,
    ...traits,
  });
  input.setAttribute('aria-describedby', id + '-error');
  const label = element('label', { className: 'Label', htmlFor: id });
  const error = element('p', { className: 'Error', id: id + '-error' });
  error.setAttribute('role', 'alert');
  return { input, label, error, root: element('div', {}, [label, input, error]) };
}

/** @param on what the form tells: on.change({ empty, complete }), on.enter() */
function createCardForm(on) {
  const number = createField('number', { name: 'cardnumber', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' });
  const expiry = createField('expiry', { name: 'exp-date', autocomplete: 'cc-exp' });
  const cvc = createField('cvc', { name: 'cvc', autocomplete: 'cc-csc' });
  const fields = { number, expiry, cvc };
  const hint = createTestCardHint((card) => fill(card));
  const form = element('div', { className: 'form' }, [
    number.root,
    element('div', { className: 'row' }, [expiry.root, cvc.root]),
    hint.root,
  ]);
  form.setAttribute('role', 'group');

  let language = 'en';
  let lastChange = '';
  /** Codes that are shown, by field. */
  const shown = { number: null, expiry: null, cvc: null };

  const brand = () => brandOf(digitsOf(number.input.value));
  const problemOf = {
    number: () => numberProblem(digitsOf(number.input.value)),
    expiry: () => expiryProblem(digitsOf(expiry.input.value)),
    cvc: () => cvcProblem(digitsOf(cvc.input.value), brand()),
  };
  function draw(nextLanguage) {
    language = nextLanguage;
    form.lang = language;
    form.setAttribute('aria-label', text(language, 'form.label'));
    for (const name of Object.keys(fields)) {
      fields[name].label.textContent = text(language, name + '.label');
      show(name, shown[name]);
    }
    expiry.input.placeholder = text(language, 'expiry.placeholder');
    cvc.input.placeholder = text(language, 'cvc.placeholder');
    hint.draw(language);
  }

  function show(name, code) {
    shown[name] = code;
    const { input, error } = fields[name];
    const words = code === null ? '' : text(language, code);
    // Setting the same words again would have them read out again.
    if (error.textContent !== words) error.textContent = words;
    input.classList.toggle('Input--invalid', code !== null);
    if (code === null) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  }

  function tellChange() {
    const empty = Object.values(fields).every((field) => field.input.value === '');
    const complete = Object.values(problemOf).every((problem) => problem() === null);
    const change = JSON.stringify({ empty, complete });
    if (change === lastChange) return;
    lastChange = change;
    on.change({ empty, complete });
  }

  function typed(name) {
    // While the field has the focus, report only errors that more digits cannot mend.
    const problem = problemOf[name]();
    show(name, problem !== null && problem.startsWith('incomplete') ? null : problem);
    tellChange();
  }

  function left(name) {
    if (fields[name].input.value !== '') show(name, problemOf[name]());
  }

  function fill(card) {
    number.input.value = writtenNumber(card);
    expiry.input.value = '12 / ' + String(new Date().getFullYear() + 5).slice(2);
    cvc.input.value = '123';
    for (const name of Object.keys(fields)) show(name, null);
    tellChange();
    hint.say(text(language, 'cards.filled', { last4: card.slice(-4) }));
  }

  for (const name of Object.keys(fields)) {
    const { input } = fields[name];
    input.addEventListener('input', () => typed(name));
    input.addEventListener('blur', () => left(name));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') on.enter();
    });
  }

  return {
    root: form,
    draw,
    /** Shows everything that is wrong and returns the first of it, or null. */
    validate() {
      let first = null;
      for (const name of Object.keys(fields)) {
        const problem = problemOf[name]();
        show(name, problem);
        if (first === null && problem !== null) first = { name, code: problem };
      }
      if (first === null) return null;
      fields[first.name].input.focus();
      return { type: 'validation_error', code: first.code, message: text(language, first.code) };
    },
    setBusy(isBusy) {
      form.classList.toggle('is-busy', isBusy);
      form.setAttribute('aria-busy', String(isBusy));
      for (const field of Object.values(fields)) field.input.readOnly = isBusy;
      hint.setDisabled(isBusy);
    },
    card() {
      const date = digitsOf(expiry.input.value);
      return {
        number: digitsOf(number.input.value),
        exp_month: date.slice(0, 2),
        exp_year: date.slice(2),
        cvc: digitsOf(cvc.input.value),
      };
    },
  };
}

/** The cards to play with; a part of the sandbox, which the real form does not have. */
function createTestCardHint(onChoice) {
  const summary = element('summary');
  const lead = element('p', {});
  const live = element('p', { className: 'visually-hidden' });
  live.setAttribute('aria-live', 'polite');
  const rows = testCards.map((card) => {
    const effect = element('span');
    const number = element('span', { className: 'test-card-number', textContent: writtenNumber(card.number) });
    const button = element('button', { type: 'button' }, [effect, ' ', number]);
    button.addEventListener('click', () => onChoice(card.number));
    return { button, effect, key: card.effect };
  });
  const list = element('ul', {}, rows.map((row) => element('li', {}, [row.button])));
  const root = element('details', { className: 'test-cards' }, [summary, lead, list]);
  return {
    root: element('div', {}, [root, live]),
    draw(language) {
      summary.textContent = text(language, 'cards.title');
      lead.textContent = text(language, 'cards.lead');
      for (const row of rows) row.effect.textContent = text(language, row.key);
    },
    say(words) {
      live.textContent = words;
    },
    setDisabled(isDisabled) {
      for (const row of rows) row.button.disabled = isDisabled;
    },
  };
}
`;
