import { z } from 'zod';
import { isLinkSource } from '#shared/domain/link-source';

/** The limit allows for characters of several code units each. */
export const linkSource = z.string().max(120).refine(isLinkSource, 'Not the name of a source');

/** A visit by a link with a source. */
export const visit = z.strictObject({ source: linkSource });
