/** The object that replaces the real one for React's wrapper and the page. */
export const stripeObjectScript = `
const FINISHED = ['succeeded', 'canceled', 'processing', 'requires_capture'];

function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

function languageFor(locale) {
  const asked = !locale || locale === 'auto' ? navigator.language : locale;
  return String(asked).toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** Listeners by event, as every element has them. */
function createListeners() {
  const byEvent = new Map();
  const of = (event) => {
    if (!byEvent.has(event)) byEvent.set(event, new Set());
    return byEvent.get(event);
  };
  return {
    add: (event, listener) => of(event).add(listener),
    remove: (event, listener) => of(event).delete(listener),
    tell(event, detail) {
      for (const listener of [...of(event)]) listener({ elementType: 'payment', ...detail });
    },
    clear: () => byEvent.clear(),
  };
}

function createPaymentElement(key, group) {
  const listeners = createListeners();
  let host = null;
  let rulesStyle = null;
  let isDestroyed = false;

  const form = createCardForm({
    change: (change) => listeners.tell('change', { ...change, collapsed: false, value: { type: 'card' } }),
    enter() {
      const page = host && host.closest('form');
      if (page) page.requestSubmit();
    },
  });

  function draw() {
    if (host) applyAppearance(host, rulesStyle, group.appearance());
    form.draw(group.language());
  }

  /** Ready once the provider knows the payment; never before the page could listen. */
  async function load() {
    const clientSecret = group.clientSecret();
    const answer = clientSecret ? await retrieveIntent(group.language(), key, clientSecret) : await Promise.resolve({});
    if (isDestroyed || !host) return;
    if (answer.error) {
      listeners.tell('loaderror', { error: answer.error });
    } else if (answer.body && FINISHED.includes(answer.body.status)) {
      const message = 'The client_secret of a PaymentIntent in the status ' + answer.body.status + ' cannot be used any more.';
      listeners.tell('loaderror', { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message } });
    } else {
      listeners.tell('ready');
      return;
    }
    form.root.remove();
  }

  const paymentElement = {
    on(event, listener) {
      listeners.add(event, listener);
      return paymentElement;
    },
    off(event, listener) {
      listeners.remove(event, listener);
      return paymentElement;
    },
    mount(place) {
      if (isDestroyed) throw integrationError('This Element has already been destroyed. Please create a new one.');
      host = document.createElement('div');
      rulesStyle = element('style');
      host.attachShadow({ mode: 'open' }).append(element('style', { textContent: formStyle }), rulesStyle, form.root);
      draw();
      place.append(host);
      // One task later, so that a listener added in an effect after the mount receives it.
      setTimeout(load, 0);
    },
    destroy() {
      if (host) host.remove();
      host = null;
      isDestroyed = true;
      listeners.clear();
      group.forget();
    },
    update() {},
  };
  return { paymentElement, draw, form, isMounted: () => host !== null };
}

/** What belongs together on a page: a payment, its looks and its one payment element. */
function createElements(key, stripeOptions, given) {
  let options = given || {};
  let payment = null;
  const group = {
    clientSecret: () => options.clientSecret || null,
    appearance: () => options.appearance,
    language: () => languageFor(options.locale || stripeOptions.locale),
    forget() {
      payment = null;
    },
  };
  const elements = {
    create(type) {
      if (type !== 'payment') throw integrationError('The sandbox draws the payment element only, not ' + type + '.');
      if (payment) throw integrationError('Can only create one Element of type payment through the elements group.');
      payment = createPaymentElement(key, group);
      return payment.paymentElement;
    },
    async update(changes) {
      options = { ...options, ...changes };
      if (payment) payment.draw();
    },
    async submit() {
      const error = mounted().form.validate();
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    async fetchUpdates() {
      const clientSecret = group.clientSecret();
      if (!clientSecret) return {};
      const { error } = await retrieveIntent(group.language(), key, clientSecret);
      return error ? { error } : {};
    },
  };
  function mounted() {
    if (payment && payment.isMounted()) return payment;
    throw integrationError('Invalid value for elements: it should have a mounted Payment Element.');
  }
  inside.set(elements, { ...group, form: () => mounted().form });
  return elements;
}

/** What the stripe object may know of an elements object and the page may not. */
const inside = new WeakMap();

/** { paymentIntent } or { error }, once no question of the bank is open any more. */
async function settle(language, key, clientSecret, intent, last4) {
  if (intent.status !== 'requires_action') return outcomeOf(language, intent);
  const action = intent.next_action;
  if (action.type === 'redirect_to_url') return leaveFor(action.redirect_to_url.url, language);
  const isApproved = await askBankQuestion(language, intent, last4);
  const outcome = isApproved ? 'approved' : 'refused';
  const answer = await call(language, 'POST', '3ds2/authenticate', { key, source: action.use_stripe_sdk.source, outcome });
  if (answer.error) return { error: answer.error };
  const after = await retrieveIntent(language, key, clientSecret);
  return after.error ? { error: after.error } : outcomeOf(language, after.body);
}

function outcomeOf(language, intent) {
  const { last_payment_error: failure } = intent;
  if (intent.status !== 'requires_payment_method' || !failure) return { paymentIntent: intent };
  return { error: localised(language, { ...failure, payment_intent: intent }) };
}

/** Leaves the page; the promise never settles, because the page is gone before it could. */
function leaveFor(address, language) {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  location.assign(url);
  return new Promise(() => {});
}

async function confirmPayment(key, given) {
  const { elements, confirmParams = {} } = given;
  const group = inside.get(elements);
  if (!group) throw integrationError('confirmPayment() expects the elements object it belongs to.');
  const clientSecret = given.clientSecret || group.clientSecret();
  if (!clientSecret) throw integrationError('confirmPayment() expects a clientSecret.');
  if (given.redirect !== 'if_required') throw integrationError('The sandbox knows redirect: "if_required" only.');
  const language = group.language();
  const form = group.form();
  const invalid = form.validate();
  if (invalid) return { error: invalid };

  const card = form.card();
  form.setBusy(true);
  try {
    const path = 'payment_intents/' + encodeURIComponent(idIn(clientSecret)) + '/confirm';
    const { body, error } = await call(language, 'POST', path, {
      ...confirmParams,
      key,
      client_secret: clientSecret,
      use_stripe_sdk: true,
      payment_method_data: { ...confirmParams.payment_method_data, type: 'card', card },
    });
    if (error) return { error };
    return await settle(language, key, clientSecret, body, card.number.slice(-4));
  } finally {
    form.setBusy(false);
  }
}

/**
 * Asks what is still to be asked of a payment that was confirmed before, on another page load
 * perhaps.
 */
async function handleNextAction(key, stripeOptions, { clientSecret }) {
  if (!clientSecret) throw integrationError('handleNextAction() expects a clientSecret.');
  const language = languageFor(stripeOptions.locale);
  const { body, error } = await retrieveIntent(language, key, clientSecret);
  if (error) return { error };
  if (body.status !== 'requires_action') {
    const message = 'handleNextAction() expects a PaymentIntent in the status requires_action, not ' + body.status + '.';
    return { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message } };
  }
  return await settle(language, key, clientSecret, body, '••••');
}

function unsupported(name) {
  return () => Promise.reject(integrationError('The sandbox does not know ' + name + '().'));
}

function Stripe(key, options) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Please pass a publishable key: it starts with pk_.');
  }
  const stripeOptions = options || {};
  return {
    elements: (given) => createElements(key, stripeOptions, given),
    confirmPayment: (given) => confirmPayment(key, given),
    retrievePaymentIntent: async (clientSecret) => {
      const { body, error } = await retrieveIntent(languageFor(stripeOptions.locale), key, clientSecret);
      return error ? { error } : { paymentIntent: body };
    },
    handleNextAction: (given) => handleNextAction(key, stripeOptions, given || {}),
    createToken: unsupported('createToken'),
    createPaymentMethod: unsupported('createPaymentMethod'),
    confirmCardPayment: unsupported('confirmCardPayment'),
  };
}

Stripe.version = 'endive';
window.Stripe = Stripe;
`;
