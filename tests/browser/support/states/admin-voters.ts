import { answer, heading, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const votersTitle = ({ texts }: Visit) => texts.voters.title;

async function search({ page, texts }: Visit, email: string): Promise<void> {
  await signInAsAdministrator(page, 'finance');
  await page.goto('/admin/voters');
  await page.getByLabel(texts.voters.email).fill(email);
  await page.getByRole('button', { name: texts.voters.search }).click();
}

export const votersStates: ScreenState[] = [
  {
    name: 'voters, an invalid address',
    title: votersTitle,
    async show(visit) {
      await search(visit, 'marie');
      return visit.page.getByRole('alert');
    },
  },
  {
    name: 'voters, nothing to delete',
    title: votersTitle,
    async show(visit) {
      await answer(visit.page, '**/api/admin/voters/preview', {
        payments: 0,
        votes: 0,
        pending: 0,
      });
      await search(visit, 'nobody@example.com');
      return heading(visit, visit.texts.voters.nothing.heading);
    },
  },
  {
    name: 'voters, deletion confirmation',
    title: votersTitle,
    async show(visit) {
      const preview = { payments: 12, votes: 1_204, pending: 1 };
      await answer(visit.page, '**/api/admin/voters/preview', preview);
      await search(visit, 'marie@example.com');
      return visit.page.getByRole('button', { name: visit.texts.voters.erase });
    },
  },
  {
    name: 'voters, no response',
    title: votersTitle,
    async show(visit) {
      await answer(visit.page, '**/api/admin/voters/preview', {}, 500);
      await search(visit, 'marie@example.com');
      return visit.page.getByRole('alert');
    },
  },
];
