import { expect, type Locator } from '@playwright/test';
import type { OpenSession, Team, TeamMember } from '#shared/contracts/admin-team';
import { answer, heading, hold, signInAsAdministrator, toastIn, type Visit } from '../visit';
import { pressAct } from './admin-tracking';
import type { ScreenState } from './screen-state';

const SIGN_IN_AGAIN = { code: 'sign-in-again', message: 'for machines' };

/** After an export that requires a recent sign-in. */
async function askToSignInAgain(visit: Visit): Promise<Locator> {
  const { page, texts } = visit;
  await answer(page, '**/api/voter-tracking?*', {}, 500);
  await answer(page, '**/api/admin/payments.csv*', SIGN_IN_AGAIN, 403);
  await signInAsAdministrator(page, 'finance');
  await page.goto('/admin/voter-tracking');
  await pressAct(visit, texts.tracking.export.action);
  const question = page.getByRole('dialog', { name: texts.admin.again.title });
  await expect(question).toBeVisible();
  return question;
}

const trackingTitle = ({ texts }: Visit) => texts.common.voterTracking;

const TEAM_API = '**/api/admin/team';
const LONG_NAME = 'Marie-Thérèse Nguématcha-Kouam de la Fondation des Grassfields';

const member = (id: number, rest: Partial<TeamMember>): TeamMember => ({
  id: String(id),
  name: 'Grace Ateba',
  email: 'grace@example.com',
  role: 'viewer',
  lastSignInAt: '2025-11-28T19:40:00.000Z',
  openSessions: 1,
  isOneself: false,
  isInSettings: false,
  ...rest,
});

const TEAM: Team = {
  members: [
    member(1, { role: 'owner', isOneself: true, isInSettings: true }),
    member(2, { name: LONG_NAME, role: 'owner', isInSettings: true, openSessions: 12 }),
    member(3, { name: 'Serge Tchoumi', email: 'serge@example.com', role: 'editor' }),
    member(4, { name: null, email: null, lastSignInAt: null, openSessions: 0 }),
  ],
  invitations: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      email: 'a.very.long.address.of.somebody@directorate.of.the.awards.example.com',
      role: 'finance',
      invitedAt: '2025-11-27T09:15:00.000Z',
    },
  ],
};

async function openTeam({ page }: Visit, team: Team = TEAM): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, TEAM_API, team);
  await page.goto('/admin/team');
}

/** After an invitation that the server rejects for this reason. */
async function inviteRefused(visit: Visit, code: string): Promise<Locator> {
  const { page, texts } = visit;
  await openTeam(visit);
  await answer(page, `${TEAM_API}/invitations`, { code, message: 'for machines' }, 409);
  await page.getByLabel(texts.team.invite.email).fill('serge@example.com');
  await page.getByRole('button', { name: texts.team.invite.action, exact: true }).click();
  return page.getByRole('alert');
}

const teamTitle = ({ texts }: Visit) => texts.team.title;

const SESSIONS_API = '**/api/admin/sessions';

const session = (id: number, rest: Partial<OpenSession>): OpenSession => ({
  id: String(id).padStart(64, '0'),
  browser: 'Chrome',
  system: 'Android',
  signedInAt: '2025-11-28T19:40:00.000Z',
  lastSeenAt: '2025-11-28T20:14:00.000Z',
  isThis: false,
  ...rest,
});

const SESSIONS = [
  session(1, { isThis: true }),
  session(2, { browser: 'Samsung Internet for Android', system: null }),
  session(3, { browser: null, system: null }),
];

async function openSessions({ page }: Visit, list: OpenSession[] = SESSIONS): Promise<void> {
  await signInAsAdministrator(page, 'viewer');
  await answer(page, SESSIONS_API, list);
  await page.goto('/admin/sessions');
}

const sessionsTitle = ({ texts }: Visit) => texts.sessions.title;

export const teamStates: ScreenState[] = [
  {
    name: 'team',
    title: teamTitle,
    async show(visit) {
      await openTeam(visit);
      return visit.page.getByText(LONG_NAME, { exact: true });
    },
  },
  {
    name: 'team loading',
    title: teamTitle,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await hold(visit.page, TEAM_API);
      await visit.page.goto('/admin/team');
      const spinner = visit.page.getByRole('main').getByText(visit.texts.common.loading).last();
      return spinner.locator('..').locator('svg').first();
    },
  },
  {
    name: 'team error',
    title: teamTitle,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await answer(visit.page, TEAM_API, {}, 500);
      await visit.page.goto('/admin/team');
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
  {
    name: 'team, a role that was removed meanwhile',
    title: teamTitle,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await answer(visit.page, TEAM_API, { code: 'forbidden', message: 'for machines' }, 403);
      await visit.page.goto('/admin/team');
      return visit.page.getByText(visit.texts['sign-in'].admin.otherRole);
    },
  },
  {
    name: 'team, inviting an invalid address',
    title: teamTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openTeam(visit);
      await page.getByLabel(texts.team.invite.email).fill('grace');
      await page.getByRole('button', { name: texts.team.invite.action, exact: true }).click();
      return page.getByRole('alert');
    },
  },
  {
    name: 'team, inviting a member',
    title: teamTitle,
    show: (visit) => inviteRefused(visit, 'already-member'),
  },
  {
    name: 'team, inviting a person twice',
    title: teamTitle,
    show: (visit) => inviteRefused(visit, 'already-invited'),
  },
  {
    name: 'team, another role chosen',
    title: teamTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openTeam(visit);
      // By the first letter, as in any native select.
      await page.getByRole('main').getByRole('combobox').nth(1).press('f');
      return page.getByRole('button', { name: texts.team.change });
    },
  },
  {
    name: 'team, a role that could not be changed',
    title: teamTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openTeam(visit);
      const refusal = { code: 'not-found', message: 'for machines' };
      await answer(page, `${TEAM_API}/*/role`, refusal, 404);
      await page.getByRole('main').getByRole('combobox').nth(1).selectOption('finance');
      await page.getByRole('button', { name: texts.team.change }).click();
      return page.getByRole('alert');
    },
  },
  {
    name: 'team, removing a member',
    title: teamTitle,
    async show(visit) {
      const { page, texts } = visit;
      await openTeam(visit);
      await page.getByRole('button', { name: texts.team.revoke.action }).first().click();
      return page.getByRole('button', { name: texts.team.revoke.confirm, exact: true });
    },
  },
  {
    name: 'own sessions',
    title: sessionsTitle,
    async show(visit) {
      await openSessions(visit);
      return visit.page.getByText(visit.texts.sessions.this, { exact: true });
    },
  },
  {
    name: 'own sessions error',
    title: sessionsTitle,
    async show(visit) {
      await signInAsAdministrator(visit.page, 'viewer');
      await answer(visit.page, SESSIONS_API, {}, 500);
      await visit.page.goto('/admin/sessions');
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
  {
    name: 'own session not ended',
    title: sessionsTitle,
    keepsLanguage: true,
    async show(visit) {
      await openSessions(visit);
      await answer(visit.page, `${SESSIONS_API}/*`, {}, 500);
      await visit.page.getByRole('main').getByRole('listitem').getByRole('button').last().click();
      return toastIn(visit.page, visit.texts.admin.error);
    },
  },
  {
    name: 'sign in again',
    title: trackingTitle,
    keepsLanguage: true,
    show: askToSignInAgain,
  },
  {
    name: 'sign in again, with another account',
    title: trackingTitle,
    keepsLanguage: true,
    async show(visit) {
      const question = await askToSignInAgain(visit);
      await visit.page.evaluate(() =>
        new BroadcastChannel('sign-in-again').postMessage('otherAccount'),
      );
      return question.getByRole('alert');
    },
  },
  {
    name: 'signed in again',
    title: ({ texts }) => texts['sign-in'].again.heading,
    async show(visit) {
      await visit.page.goto('/signed-in-again');
      return heading(visit, visit.texts['sign-in'].again.heading);
    },
  },
];
