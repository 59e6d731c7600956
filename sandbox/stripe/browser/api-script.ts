/** Calls to the provider, as its own script makes them, with errors in the page's language. */
export const apiScript = `
const apiBase = new URL('/v1/', document.currentScript.src).href;

/** { metadata: { id: 1 } } as metadata[id]=1 */
function formOf(params) {
  const form = new URLSearchParams();
  const add = (name, value) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const key of Object.keys(value)) add(name + '[' + key + ']', value[key]);
  };
  for (const name of Object.keys(params)) add(name, params[name]);
  return form;
}

/** Resolves to { body } or { error }; never rejects. */
async function call(language, method, path, params) {
  const form = formOf(params);
  const isGet = method === 'GET';
  let response;
  try {
    response = await fetch(apiBase + path + (isGet ? '?' + form : ''), isGet ? {} : { method, body: form });
  } catch {
    return { error: ownError(language, 'api_connection_error') };
  }
  let body;
  try {
    body = await response.json();
  } catch {
    return { error: ownError(language, 'api_error') };
  }
  if (response.ok) return { body };
  if (!body || !body.error) return { error: ownError(language, 'api_error') };
  return { error: localised(language, typed(response.status, body.error)) };
}

const ownError = (language, type) => ({ type, message: text(language, type) });

/** In the browser some errors have a type of their own. */
function typed(status, error) {
  if (status === 429) return { ...error, type: 'rate_limit_error' };
  if (status === 401) return { ...error, type: 'authentication_error' };
  return error;
}

/** The provider's API speaks English; its script says the same in the page's language. */
function localised(language, error) {
  const key = [error.decline_code, error.code, error.type].find((key) => texts[language][key]);
  return key ? { ...error, message: text(language, key) } : error;
}

const idIn = (clientSecret) => clientSecret.split('_secret_')[0];

function retrieveIntent(language, key, clientSecret) {
  const path = 'payment_intents/' + encodeURIComponent(idIn(clientSecret));
  return call(language, 'GET', path, { key, client_secret: clientSecret });
}
`;
