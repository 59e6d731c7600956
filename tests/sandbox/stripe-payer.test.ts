import { describe, expect, test } from 'vitest';
import { STRIPE_SANDBOX_SCRIPT_PATH } from '#sandbox/index';
import {
  browserCall,
  confirmInBrowser,
  createIntent,
  GOOD_CARD,
  origin,
  sandbox,
  stripe,
  typesReceived,
} from './support/stripe';
import { eventually } from './support/world';

describe('confirming in the browser', () => {
  test('a valid card pays, and the application is notified', async () => {
    const intent = await createIntent();
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, status: 'succeeded', amount_received: 200 });
    expect(body).not.toHaveProperty('metadata');
    expect(sandbox.stripe.charged()).toEqual([
      {
        intentId: intent.id,
        chargeId: expect.stringMatching(/^ch_/),
        amount: 200,
        currency: 'usd',
        metadata: { payment_id: 'payment-1' },
        amountRefunded: 0,
        dispute: null,
      },
    ]);
    await eventually(typesReceived).toEqual(['payment_intent.succeeded']);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ])(
    '%s fails with %s, and the same intent may be paid with another card',
    async (number, code, declineCode) => {
      const intent = await createIntent();
      const { status, body } = await confirmInBrowser(intent, number);
      expect(status).toBe(402);
      expect(body.error).toMatchObject({
        type: 'card_error',
        code,
        message: expect.any(String),
        charge: expect.stringMatching(/^ch_/),
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      });
      expect(body.error.decline_code).toBe(declineCode);
      expect(body.error.payment_intent).not.toHaveProperty('metadata');
      const failed = await stripe.paymentIntents.retrieve(intent.id);
      expect(failed.last_payment_error).toMatchObject({ code });
      await eventually(typesReceived).toEqual(['payment_intent.payment_failed']);

      expect((await confirmInBrowser(intent, GOOD_CARD)).body.status).toBe('succeeded');
      expect(sandbox.stripe.charged()).toHaveLength(1);
    },
  );

  test.each([
    ['4242424242424241', {}, 'incorrect_number'],
    [GOOD_CARD, { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    [GOOD_CARD, { 'payment_method_data[card][exp_year]': '20' }, 'invalid_expiry_year'],
    [GOOD_CARD, { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
    ['378282246310005', {}, 'invalid_cvc'],
  ])(
    'an invalid card (%s %o) is rejected before it reaches the intent',
    async (number, changes, code) => {
      const intent = await createIntent();
      const { status, body } = await confirmInBrowser(intent, number, changes);
      expect({ status, code: body.error.code }).toEqual({ status: 402, code });
      expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
    },
  );

  test('a card that is no test card is rejected and not stored', async () => {
    const { body } = await confirmInBrowser(await createIntent(), '4111111111111111');
    expect(body.error).toMatchObject({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    });
    expect(JSON.stringify(sandbox.stripe.intents())).not.toContain('1111');
  });

  test('a second confirmation of a paid intent is rejected, and charges nothing', async () => {
    const intent = await createIntent();
    await confirmInBrowser(intent, GOOD_CARD);
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    expect(sandbox.stripe.charged()).toHaveLength(1);
  });

  test('fifty confirmations at once charge once', async () => {
    const intent = await createIntent();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirmInBrowser(intent, GOOD_CARD)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sandbox.stripe.charged()).toHaveLength(1);
  });

  test('methods that may redirect require a return address', async () => {
    const intent = await createIntent({
      allowed_payment_method_types: undefined as never,
      automatic_payment_methods: { enabled: true },
    });
    const { status, body } = await confirmInBrowser(intent, GOOD_CARD);
    expect({ status, param: body.error.param }).toEqual({ status: 400, param: 'return_url' });
    const back = { return_url: 'https://awards.example/back' };
    expect((await confirmInBrowser(intent, GOOD_CARD, back)).body.status).toBe('succeeded');
  });
});

describe('3-D Secure', () => {
  const answer = (source: string, outcome: 'approved' | 'refused') =>
    browserCall('POST', '/3ds2/authenticate', { source, outcome });

  test.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
    '%s is charged once the payer has approved',
    async (number) => {
      const intent = await createIntent();
      const { body } = await confirmInBrowser(intent, number);
      expect(body).toMatchObject({ status: 'requires_action' });
      expect(body.next_action.type).toBe('use_stripe_sdk');
      expect(sandbox.stripe.charged()).toEqual([]);

      const { source } = body.next_action.use_stripe_sdk;
      expect((await answer(source, 'approved')).body.state).toBe('succeeded');
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
      expect(sandbox.stripe.charged()).toHaveLength(1);
    },
  );

  test('a rejected authentication charges nothing, and the intent may be tried again', async () => {
    const intent = await createIntent();
    const { body } = await confirmInBrowser(intent, '4000002500003155');
    const { source } = body.next_action.use_stripe_sdk;
    await answer(source, 'refused');
    const failed = await stripe.paymentIntents.retrieve(intent.id);
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    await eventually(typesReceived).toEqual(['payment_intent.payment_failed']);

    // The old authentication is closed: approving it late charges nothing.
    await answer(source, 'approved');
    expect(sandbox.stripe.charged()).toEqual([]);
    expect((await confirmInBrowser(intent, GOOD_CARD)).body.status).toBe('succeeded');
  });

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s is approved and then declined', async (number, declineCode) => {
    const { id } = await createIntent();
    await sandbox.stripe.confirm(id, number);
    const after = await sandbox.stripe.approveChallenge(id);
    expect(after.status).toBe('requires_payment_method');
    expect(after.last_payment_error?.decline_code).toBe(declineCode);
  });

  describe('on the bank’s own page (4000 0000 0000 3063)', () => {
    const RETURN_URL = 'https://awards.example/checkout?artist=1';

    async function sentToBank() {
      const intent = await createIntent();
      const back = { return_url: RETURN_URL };
      const { body } = await confirmInBrowser(intent, '4000000000003063', back);
      expect(body.next_action).toMatchObject({
        type: 'redirect_to_url',
        redirect_to_url: { return_url: RETURN_URL },
      });
      return { intent, url: String(body.next_action.redirect_to_url.url) };
    }

    const press = (url: string, outcome: string) =>
      fetch(url.split('?')[0] ?? '', {
        method: 'POST',
        body: new URLSearchParams({
          attempt: new URL(url).searchParams.get('attempt') ?? '',
          outcome,
        }),
        redirect: 'manual',
      });

    test.each([
      ['approved', 'succeeded', 'succeeded'],
      ['refused', 'failed', 'requires_payment_method'],
    ])('the payer who has %s comes back with %s', async (outcome, redirectStatus, status) => {
      const { intent, url } = await sentToBank();
      const response = await press(url, outcome);
      expect(response.status).toBe(303);
      const back = new URL(response.headers.get('location') ?? '');
      expect(back.origin + back.pathname).toBe('https://awards.example/checkout');
      expect(Object.fromEntries(back.searchParams)).toEqual({
        artist: '1',
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: redirectStatus,
      });
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
      // A payer who goes back to the bank's page is redirected again; nothing happens twice.
      const reloaded = await fetch(url, { redirect: 'manual' });
      expect(reloaded.headers.get('location')).toBe(back.href);
    });

    test('the page exists in both languages, and only for this authentication', async () => {
      const { url } = await sentToBank();
      expect(await (await fetch(`${url}&lang=en`)).text()).toContain('Your bank asks');
      expect(await (await fetch(`${url}&lang=fr`)).text()).toContain('Votre banque');
      expect((await fetch(`${url}x`)).status).toBe(404);
    });
  });
});

test('the script for browsers is served as JavaScript', async () => {
  expect(STRIPE_SANDBOX_SCRIPT_PATH).toBe('/sandbox/stripe/stripe.js');
  const response = await fetch(origin() + STRIPE_SANDBOX_SCRIPT_PATH);
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toContain("Stripe.version = 'endive'");
});
