import { expect, type Page } from '@playwright/test';
import { texts as askFirstTexts } from '#server/auth/confirm-action/texts';
import { fillIn } from '../texts';
import { showTooltip } from '../tooltip';
import {
  amendConfig,
  heading,
  hold,
  openFromOtherSite,
  signInAsAdministrator,
  toastIn,
} from '../visit';
import { categoriesTitle, categoryTitle } from './catalog';
import type { ScreenState } from './screen-state';

/** Timers of exactly this length never fire. */
const withoutTimersOf = (page: Page, delayMs: number) =>
  page.addInitScript((frozen) => {
    const { setTimeout } = window;
    window.setTimeout = Object.assign(
      (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
        delay === frozen ? 0 : setTimeout(handler, delay, ...values),
      setTimeout,
    );
  }, delayMs);

/** Long after the event: the retention period is over. */
const LONG_OVER = {
  voting: { opensAt: null, closesAt: '2025-01-15T22:00:00.000Z', isOpen: false },
  detailsKeptUntil: '2025-07-14T22:00:00.000Z',
};

export const siteStates: ScreenState[] = [
  {
    name: 'privacy',
    title: ({ texts }) => texts.privacy.title,
    async show(visit) {
      await amendConfig(visit.page, (config) => ({
        ...config,
        mobileMoneyProviders: ['campay', 'mtn-momo', 'fapshi'],
        voting: { ...config.voting, closesAt: '2099-12-20T22:00:00.000Z' },
      }));
      await visit.page.goto('/privacy');
      return heading(visit, visit.texts.privacy.howLong.title);
    },
  },
  {
    name: 'posters',
    title: ({ texts, demo }) => fillIn(texts.posters.title, { artist: demo.artist.name }),
    async show(visit) {
      const { page, texts, demo } = visit;
      await page.goto(`/a/${demo.artist.id}/posters`);
      return heading(visit, fillIn(texts.posters.title, { artist: demo.artist.name }));
    },
  },
  {
    name: 'privacy after the deletion',
    title: ({ texts }) => texts.privacy.title,
    async show(visit) {
      await amendConfig(visit.page, (config) => ({ ...config, ...LONG_OVER }));
      await visit.page.goto('/privacy');
      return heading(visit, visit.texts.privacy.howLong.title);
    },
  },
  {
    name: 'my receipts after the deletion',
    title: ({ texts }) => texts.receipts.pageTitle,
    async show(visit) {
      const { page, texts } = visit;
      await amendConfig(page, (config) => ({ ...config, ...LONG_OVER }));
      await page.goto('/my-receipts');
      await page.getByLabel(texts.receipts.search.email).fill('erased@example.com');
      await page.getByRole('button', { name: texts.receipts.search.submit }).click();
      return heading(visit, texts.receipts.erased.title);
    },
  },
  {
    name: 'payment help after the deletion',
    title: ({ texts }) => texts.help.pageTitle,
    async show(visit) {
      const { page, texts } = visit;
      await amendConfig(page, (config) => ({ ...config, ...LONG_OVER }));
      await page.goto('/payment-help');
      await page.getByLabel(texts.help.search.phone).fill('677 98 76 54');
      await page.getByRole('button', { name: texts.help.search.submit }).click();
      return heading(visit, texts.help.erased.title);
    },
  },
  {
    name: 'language not loaded',
    keepsLanguage: true,
    title: categoriesTitle,
    async show({ page, texts, language }) {
      await page.goto('/categories');
      await expect(page.getByRole('article').first()).toBeVisible();
      const other = language === 'fr' ? 'en' : 'fr';
      await page.route(new RegExp(`/assets/${other}-`), (route) => route.abort());
      // If the server were reachable, the page would reload to retry.
      await page.route('/', (route) => route.abort());
      await page
        .getByRole('banner')
        .getByRole('button', { name: texts.common.languageName[other] })
        .click();
      return toastIn(page, texts.common.languageFailed.title);
    },
  },
  {
    name: 'site with test payments',
    title: categoriesTitle,
    async show({ page, texts }) {
      await amendConfig(page, (config) => ({ ...config, moneyNotice: 'test-money' }));
      await page.goto('/categories');
      await expect(page.getByRole('article').first()).toBeVisible();
      return page.getByText(texts.common.moneyNotice['test-money']);
    },
  },
  {
    name: 'mobile menu',
    title: categoriesTitle,
    isPhoneOnly: true,
    async show({ page, texts }) {
      await page.goto('/categories');
      await page.getByRole('button', { name: texts.common.menu }).click();
      return page.getByRole('dialog', { name: texts.common.appName });
    },
  },
  {
    name: 'mobile menu of an administrator',
    title: categoriesTitle,
    isPhoneOnly: true,
    async show({ page, texts }) {
      await signInAsAdministrator(page);
      const known = page.waitForResponse('**/api/auth/user');
      await page.goto('/categories');
      await known; // If it loaded later, the menu would move for the name.
      await page.getByRole('button', { name: texts.common.menu }).click();
      return page.getByRole('dialog').getByText(texts.common.signedIn);
    },
  },
  {
    name: 'site that fails to load',
    hasBanner: true,
    keepsLanguage: true,
    hasNoHeading: true,
    isInBothLanguages: true,
    async show({ page }) {
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto('/my-receipts', { waitUntil: 'load' });
      return page.getByRole('link');
    },
  },
  {
    name: 'tooltip',
    title: categoryTitle,
    async show({ page, demo }) {
      await page.goto(`/category/${demo.category.id}`);
      const share = page
        .getByRole('article')
        .first()
        .locator('button[data-tooltip]')
        .filter({ visible: true })
        .first();
      return showTooltip(share);
    },
  },
  {
    name: 'page loading',
    hasNoHeading: true,
    async show({ page, texts }) {
      await hold(page, '**/assets/my-receipts-page-*');
      await page.goto('/my-receipts');
      return page.getByRole('main').getByText(texts.common.loading);
    },
  },
  {
    name: 'administration without permission',
    keepsLanguage: true,
    title: ({ texts }) => texts['sign-in'].admin.heading,
    hasNoHeading: true,
    async show({ page, texts }) {
      await withoutTimersOf(page, 1_000); // Otherwise the visitor would be redirected before the state can be inspected.
      await page.goto('/admin/voter-tracking');
      return toastIn(page, texts['sign-in'].admin.unauthorized);
    },
  },
  {
    name: 'sign-in requested by another site',
    keepsLanguage: true,
    async show({ page, language }) {
      await openFromOtherSite(page, '/api/login');
      return page.getByRole('button', { name: askFirstTexts[language]['login.button'] });
    },
  },
  {
    name: 'sign-out requested by another site',
    keepsLanguage: true,
    async show({ page, language }) {
      await openFromOtherSite(page, '/api/logout');
      return page.getByRole('button', { name: askFirstTexts[language]['logout.button'] });
    },
  },
  {
    name: '404',
    title: ({ texts }) => texts.common.notFound.pageTitle,
    async show(visit) {
      await visit.page.goto('/backstage');
      return heading(visit, visit.texts.common.notFound.heading);
    },
  },
  {
    name: 'crash',
    title: ({ texts }) => texts.common.crash.heading,
    async show(visit) {
      await visit.page.route(/\/assets\/my-receipts-page-/, (route) =>
        route.fulfill({ status: 404 }),
      );
      await visit.page.goto('/my-receipts');
      return heading(visit, visit.texts.common.crash.heading);
    },
  },
];
