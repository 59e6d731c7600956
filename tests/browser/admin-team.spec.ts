import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '#sandbox/sign-in/accounts';
import type { Role } from '#shared/domain/permissions';
import { adminLinks, comeFromOwnAddress, followAdminLink, signIn } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import { type NewVisitor, test } from './support/test';
import { fillIn } from './support/texts';
import { expectUsable } from './support/usable';
import { heading, toastIn } from './support/visit';
import type { VoterSetup } from './support/voter';

const nameOf = (account: string) =>
  DEMO_ACCOUNTS.find((candidate) => candidate.account === account)?.claims.name ?? '';
const emailOf = (account: string) =>
  DEMO_ACCOUNTS.find((candidate) => candidate.account === account)?.claims.email ?? '';

/** Signs in with one of the demo's accounts, as often as a test needs. */
async function visitSignedIn(
  visitor: NewVisitor,
  setup: VoterSetup,
  account: 'admin' | Role,
  path: string,
) {
  const visit = await visitor(setup);
  await comeFromOwnAddress(visit.page);
  await signIn(visit.page, path, account === 'owner' ? 'admin' : account);
  return visit;
}

/** The entry of a person on the team page. */
const entryOf = (page: Page, name: string) =>
  page.getByRole('main').locator('li, tr').filter({ hasText: name });

// Each of these tests removes, invites, changes and removes again the same demo account: they run
// one after the other, and no other file uses it.
test.describe.configure({ mode: 'serial' });

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test.describe(`${language}, ${width} px`, () => {
    test('an owner invites a person, changes their role, signs them out and removes them', async ({
      visitor,
    }) => {
      // The demo makes them a viewer, unless they are invited with another role.
      const guest = await visitSignedIn(visitor, setup, 'viewer', '/admin');
      const owner = await visitSignedIn(visitor, setup, 'admin', '/admin');
      const { page, texts } = owner;
      const { team } = texts;
      const roles = texts.admin.role;
      await followAdminLink(owner, team.title);
      await expect(heading(owner, team.title).first()).toBeVisible();
      await expect(entryOf(page, nameOf('admin'))).toContainText(team.oneself);
      await expect(entryOf(page, nameOf('admin')).getByRole('button')).toHaveCount(0);
      const entry = entryOf(page, nameOf('viewer'));
      const remove = async () => {
        await entry.getByRole('button', { name: team.revoke.action }).click();
        await entry.getByRole('button', { name: team.revoke.confirm, exact: true }).click();
        await expect(entry).toHaveCount(0);
      };
      await remove();

      // Invalid input first: the error is at the field, and no invitation is sent.
      const address = page.getByLabel(team.invite.email);
      const invite = page.getByRole('button', { name: team.invite.action, exact: true });
      await address.fill('landry');
      await invite.click();
      await expect(page.getByRole('alert')).toHaveText(team.problem.validation);
      await expect(address).toBeFocused();
      await address.fill(emailOf('admin').toUpperCase());
      await invite.click();
      await expect(page.getByRole('alert')).toHaveText(team.problem['already-member']);
      await address.fill(emailOf('viewer'));
      await page.getByLabel(team.role, { exact: true }).selectOption('editor');
      await invite.click();
      await expect(toastIn(page, team.done.invited)).toBeVisible();
      const invitation = page
        .getByRole('list', { name: team.invite.list })
        .getByRole('listitem')
        .filter({ hasText: emailOf('viewer') });
      await expect(invitation).toContainText(roles.editor);
      await address.fill(emailOf('viewer'));
      await invite.click();
      await expect(page.getByRole('alert')).toHaveText(team.problem['already-invited']);

      // They sign in, and see what an editor sees.
      await guest.page.goto('/api/login?returnTo=/admin');
      const navigation = await adminLinks(guest);
      await expect(navigation.getByRole('link', { name: texts.activity.title })).toBeVisible();
      await expect(navigation.getByRole('link', { name: team.title })).toHaveCount(0);

      await page.reload();
      await expect(invitation).toHaveCount(0);
      await expect(entry).toContainText(fillIn(team.openSessions_one, { count: 1 }));
      await entry.getByRole('combobox').selectOption('finance');
      await expect(entry).toContainText(team.may.finance);
      await entry.getByRole('button', { name: team.change }).click();
      await expect(toastIn(page, team.done.changed)).toBeVisible();
      await guest.page.goto('/admin/import');
      await expect(heading(guest, texts.admin.notForYou.heading)).toBeVisible();

      await entry.getByRole('button', { name: team.signOut }).click();
      await expect(toastIn(page, team.done.signedOut)).toBeVisible();
      await guest.page.goto('/admin');
      await expect(toastIn(guest.page, texts['sign-in'].admin.unauthorized)).toBeVisible();

      await entry.getByRole('button', { name: team.revoke.action }).click();
      const question = fillIn(team.revoke.question, { name: nameOf('viewer') });
      await expect(entry.getByRole('group', { name: question })).toBeVisible();
      await entry.getByRole('button', { name: texts.admin.cancel }).click();
      await remove();

      await followAdminLink(owner, texts.activity.title);
      const done = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({
          hasText: `${nameOf('admin')} ${texts.activity.action['admin-revoke']} ${nameOf('viewer')}`,
        });
      await expect(done.first()).toBeVisible();
    });

    test('every member of the team sees their sessions, and can end them', async ({ visitor }) => {
      const firstVisit = await visitSignedIn(visitor, setup, 'viewer', '/admin');
      const { page, texts } = firstVisit;
      const secondVisit = await visitSignedIn(visitor, setup, 'viewer', '/admin');
      const thirdVisit = await visitSignedIn(visitor, setup, 'viewer', '/admin');
      await page
        .getByRole('link', {
          name: fillIn(texts.sessions.link, { name: nameOf('viewer').replace(/ .*/, '') }),
        })
        .click();
      await expect(heading(firstVisit, texts.sessions.title)).toBeVisible();
      const entries = page.getByRole('list', { name: texts.sessions.title }).getByRole('listitem');
      await expect(entries.first()).toContainText(texts.sessions.this);
      await expect(entries.first()).toContainText('Chrome');
      await expect(entries.first().getByRole('button')).toHaveCount(0);
      await expectUsable(page);
      const count = await entries.count();
      expect(count).toBeGreaterThanOrEqual(3);

      await entries.nth(1).getByRole('button').click();
      await expect(entries).toHaveCount(count - 1);
      await page.getByRole('button', { name: texts.sessions.endOthers }).click();
      await expect(entries).toHaveCount(1);
      for (const { page: ended } of [secondVisit, thirdVisit]) {
        await ended.goto('/admin');
        await expect(toastIn(ended, texts['sign-in'].admin.unauthorized)).toBeVisible();
      }
      await expect(heading(firstVisit, texts.sessions.title)).toBeVisible();
    });

    test('without permission nothing is offered, and the page says whom to ask', async ({
      visitor,
    }) => {
      const viewer = await visitSignedIn(visitor, setup, 'viewer', '/admin/team');
      const { page, texts } = viewer;
      await expect(heading(viewer, texts.admin.notForYou.heading)).toBeVisible();
      await expect(page.getByRole('main')).toContainText(
        fillIn(texts.admin.notForYou.hint, { role: texts.admin.role.viewer }),
      );
      await page.getByRole('main').getByRole('link').click();
      await expect(heading(viewer, texts.admin.shell.dashboard)).toBeVisible();
      await expect(page.getByRole('tab')).toHaveText([texts.admin.dashboard.tab.analytics]);
    });
  });
}
