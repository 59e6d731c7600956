import express from 'express';
import { createTransport } from 'nodemailer';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '#sandbox/index';

const silent = { info: () => undefined, warn: () => undefined };
let sandbox: Sandbox;
let http: ReturnType<typeof request>;
beforeAll(async () => {
  const appUrl = () => 'http://127.0.0.1:1';
  sandbox = createSandbox({ appUrl, stateDir: null, logger: silent, merchant: 'Nuit & Jour' });
  http = request(express().use('/sandbox', sandbox.router));
  await sandbox.inbox.open();
});
afterAll(() => sandbox.close());
afterEach(() => sandbox.inbox.clear());

const send = (message: { subject?: string; text?: string; html?: string }) =>
  createTransport({ ...sandbox.inbox.smtp, ignoreTLS: true }).sendMail({
    from: 'Awards <receipts@vote.example>',
    to: 'marie@example.cm',
    ...message,
  });

describe('the demo inbox', () => {
  test('says in both languages that it is empty', async () => {
    const english = await http.get('/sandbox/inbox?lang=en').expect(200);
    expect(english.text).toContain('No mail yet');
    const french = await http.get('/sandbox/inbox').set('Accept-Language', 'fr').expect(200);
    expect(french.text).toContain('Pas encore d’e-mail');
    expect(french.text).toContain('Nuit &amp; Jour');
  });

  test('lists messages, newest first, as text, as HTML and as raw source', async () => {
    await send({ subject: 'First', text: 'plain', html: '<p>rich</p>' });
    await send({ subject: 'Deuxième', text: 'a <b>', html: '<p>mail</p><script>1</script>' });
    const [newest] = sandbox.inbox.messages();
    const { text: list } = await http.get('/sandbox/inbox').expect(200);
    expect(list.indexOf('Deuxième')).toBeLessThan(list.indexOf('First'));

    const page = `/sandbox/inbox/messages/${newest!.id}`;
    const designed = await http.get(page).expect(200);
    expect(designed.text).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(designed.text).toContain('Awards &lt;receipts@vote.example&gt;');
    const plain = await http.get(`${page}?view=text`).expect(200);
    expect(plain.text).toContain('<pre tabindex="0">a &lt;b&gt;');
    const raw = await http.get(`${page}/raw`).expect(200);
    expect(raw.headers['content-disposition']).toMatch(/^attachment; filename=.*\.eml"?$/);
    expect(raw.headers['content-type']).toMatch(/^message\/rfc822/);
  });

  test('renders a message where it cannot do anything', async () => {
    await send({ html: '<script>alert(1)</script>' });
    const { id } = sandbox.inbox.messages()[0]!;
    const { headers } = await http.get(`/sandbox/inbox/messages/${id}/html`).expect(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  });

  test('says that a message no longer exists', async () => {
    const page = await http.get('/sandbox/inbox/messages/gone?lang=en').expect(404);
    expect(page.text).toContain('This message is no longer available');
    await http.get('/sandbox/inbox/messages/gone/html').expect(404);
    await http.get('/sandbox/inbox/messages/gone/raw').expect(404);
  });

  test('keeps the last hundred, and none that is too big', async () => {
    const many = createTransport({ ...sandbox.inbox.smtp, ignoreTLS: true, pool: true });
    const message = { from: 'receipts@vote.example', to: 'marie@example.cm', text: '-' };
    await Promise.all(Array.from({ length: 101 }, () => many.sendMail(message)));
    many.close();
    await send({ subject: 'The last one', text: '-' });
    expect(sandbox.inbox.messages()).toHaveLength(100);
    expect(sandbox.inbox.messages()[0]!.subject).toBe('The last one');
    await expect(send({ text: 'x'.repeat(1_100_000) })).rejects.toThrow();
    expect(sandbox.inbox.messages()[0]!.subject).toBe('The last one');
  });

  test('restarts on the same port', async () => {
    const { port } = sandbox.inbox.smtp;
    await sandbox.inbox.close();
    await expect(send({ text: '-' })).rejects.toThrow();
    await sandbox.inbox.open();
    expect(sandbox.inbox.smtp.port).toBe(port);
    await send({ text: '-' });
    expect(sandbox.inbox.messages()).toHaveLength(1);
  });
});
