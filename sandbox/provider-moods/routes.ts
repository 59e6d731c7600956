import express, { type Router } from 'express';
import { z } from 'zod';
import { MOODS, type Mood } from '#sandbox/mobile-money/mood';
import { PAGE_POLICY, pageHeaders } from '#sandbox/page/headers';
import { escapeHtml, renderFrame } from '#sandbox/page/html';
import { filled, type Language, languageOf } from '#sandbox/page/language';
import { liveScript } from '#sandbox/page/script';
import { pageStyle } from '#sandbox/page/style';
import { type ProviderText, texts } from './texts';

/** A sandbox of a provider whose behaviour can be changed. */
export interface MoodyProvider {
  readonly mood: Mood;
  setMood(mood: Mood): void;
}

/** JSON only, which a form on another site cannot send. */
const moodBody = z.object({ mood: z.enum(MOODS) });

/**
 * The page on which a demo user makes providers slow, down or lying.
 * @param providers by their display names
 */
export function providerMoodRoutes(
  providers: Readonly<Record<string, MoodyProvider>>,
  brand: string,
): Router {
  const router = express.Router();
  router.use(pageHeaders);
  router.get('/', (req, res) => {
    const page = renderProviderPage({
      base: req.baseUrl,
      language: languageOf(req),
      brand,
      providers,
    });
    res.set('content-security-policy', PAGE_POLICY).type('html').send(page);
  });
  router.get('/providers.js', (_req, res) => {
    res.type('js').send(providerScript);
  });
  router.get('/providers.css', (_req, res) => {
    res.type('css').send(pageStyle);
  });
  router.post('/:name', express.json({ limit: '1kb' }), (req, res) => {
    const provider = Object.hasOwn(providers, req.params.name) && providers[req.params.name];
    const parsed = moodBody.safeParse(req.body);
    if (!provider || !parsed.success) {
      res.status(400).json({ message: 'a provider and a mood' });
      return;
    }
    provider.setMood(parsed.data.mood);
    res.sendStatus(204);
  });
  return router;
}

interface ProviderPage {
  base: string;
  language: Language;
  brand: string;
  providers: Readonly<Record<string, Pick<MoodyProvider, 'mood'>>>;
}

export function renderProviderPage({ base, language, brand, providers }: ProviderPage): string {
  const translate = (key: ProviderText, values = {}) =>
    escapeHtml(filled(texts[language][key], values));
  const button = (name: string, mood: Mood, current: Mood) =>
    `<button class="${mood === current ? 'main' : 'plain'}" data-provider="${base}/${encodeURIComponent(name)}" data-mood="${mood}" aria-pressed="${mood === current}">${translate(mood)}</button>`;
  const card = ([name, { mood }]: [string, Pick<MoodyProvider, 'mood'>], index: number) =>
    `<li class="card" id="provider-${index}" data-live>
          <h2 id="${index}-${mood}" data-news="${translate('now', { provider: name, mood: texts[language][mood] })}">${escapeHtml(name)}</h2>
          <p class="actions">${MOODS.map((one) => button(name, one, mood)).join('\n')}</p>
          <p class="quiet">${translate(`meaning.${mood}`)}</p>
        </li>`;
  const sibling = (name: string) => base.replace(/[^/]+$/, name);
  return renderFrame({
    language,
    title: texts[language].title,
    brand,
    style: `${base}/providers.css`,
    script: `${base}/providers.js`,
    query: {},
    main: `<p>${translate('lead')}</p>
      <p class="ways"><a href="/">${translate('votes')}</a> <a href="${sibling('phone')}">${translate('phone')}</a> <a href="/admin/health">${translate('health')}</a></p>
      <ul>${Object.entries(providers).map(card).join('\n')}</ul>`,
  });
}

export const providerScript = liveScript(`
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-mood]');
  if (!button) return;
  const response = await fetch(button.dataset.provider, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mood: button.dataset.mood }),
  }).catch(() => null);
  if (response?.ok) await refresh();
  else live.textContent = document.body.dataset.offline;
});
`);
