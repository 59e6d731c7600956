import { Router } from 'express';
import { z } from 'zod';
import { uuid } from '#shared/contracts/primitives';
import { LANGUAGES } from '#shared/domain/localized';
import type { Queryable } from '../db/client';
import { notFound } from '../errors';
import { iconNamed } from './icons';
import type { PreviewEvent } from './preview';
import type { Previews } from './previews';
import { findSubject, siteSubject } from './subjects';

/** A day: its address changes with the picture. */
const KEPT = 'public, max-age=86400';
/** What is drawn without its photograph may have it soon. */
const SOON_ANOTHER = 'public, max-age=60';

const previewName = z.union([
  z.object({ kind: z.literal('site'), id: z.undefined(), language: z.enum(LANGUAGES) }),
  z.object({
    kind: z.enum(['category', 'nomination']),
    id: uuid,
    language: z.enum(LANGUAGES),
  }),
]);

const readName = (name: string) =>
  previewName.safeParse(
    /^(?<kind>[a-z]+)(-(?<id>[0-9a-f-]{36}))?-(?<language>[a-z]{2})$/.exec(name)?.groups ?? {},
  ).data;

interface PictureDeps {
  db: Queryable;
  previews: Previews;
  event: () => PreviewEvent;
}

/** What we draw: previews of the site's pages, and the icons of the installed site. */
export function pictureRoutes({ db, previews, event }: PictureDeps): Router {
  const router = Router();
  router.get('/previews/:name.jpg', async (req, res) => {
    const asked = readName(req.params.name);
    if (!asked) throw notFound('picture');
    const subject =
      asked.kind === 'site' ? siteSubject(event()) : await findSubject(db, asked.kind, asked.id);
    if (!subject) throw notFound('picture');
    const { picture, isWhole } = await previews.get(subject, event(), asked.language);
    res
      .type('jpeg')
      .set({
        'Cache-Control': isWhole ? KEPT : SOON_ANOTHER,
        'X-Content-Type-Options': 'nosniff',
        // Shown by whoever shows the link.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .send(picture);
  });
  router.get('/icons/:name.png', async (req, res) => {
    const icon = await iconNamed(req.params.name);
    if (!icon) throw notFound('picture');
    res.type('png').set({ 'Cache-Control': KEPT, 'X-Content-Type-Options': 'nosniff' }).send(icon);
  });
  return router;
}
