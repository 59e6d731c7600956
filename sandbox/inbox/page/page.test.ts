import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { liveScript } from '#sandbox/page/script';
import { describeTexts } from '#tests/support/texts';
import type { InboxMessage } from '../message';
import { renderInboxPage } from './html';
import { texts } from './texts';

const HOSTILE = '<script>alert(1)</script>" onload="x';
const message: InboxMessage = {
  id: 'a-message',
  receivedAt: new Date('2025-11-28T20:00:00Z'),
  recipients: [HOSTILE],
  from: { name: HOSTILE, address: 'receipts@vote.example' },
  to: [],
  subject: HOSTILE,
  messageId: '<1@vote.example>',
  headers: [],
  text: HOSTILE,
  html: HOSTILE,
  attachments: [],
  raw: Buffer.alloc(0),
};
const page = {
  base: '/sandbox/inbox',
  language: 'en',
  isLanguageInAddress: false,
  brand: 'Awards & more',
  messages: [message],
  opened: null,
} as const;

describeTexts('the inbox', texts);

describe('the page of the inbox', () => {
  test('has a script without syntax errors', () => {
    expect(() => new Script(liveScript())).not.toThrow();
  });

  test.each(['html', 'text'] as const)('escapes all content of a message (%s)', (view) => {
    const shown = renderInboxPage({ ...page, opened: { message, view } });
    expect(shown).toContain('Awards &amp; more');
    expect(shown).not.toMatch(/<script(?![^>]* src=)| onload="| style=/);
  });

  test('keeps the language of its address in its links', () => {
    const opened = { message, view: 'text' } as const;
    const shown = renderInboxPage({ ...page, language: 'fr', isLanguageInAddress: true, opened });
    expect(shown).toContain('href="/sandbox/inbox?lang=fr"');
    expect(shown).toContain('href="/sandbox/inbox/messages/a-message?view=text&amp;lang=fr"');
    expect(shown).toContain('href="?view=text&amp;lang=en"');
  });
});
