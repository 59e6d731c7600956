import { z } from 'zod';
import { isLinkSource } from '../domain/link-source';

/** Short as it is, its letters may be written with several code units each. */
export const linkSource = z.string().max(120).refine(isLinkSource, 'Not the name of a source');

/** Somebody has come by a link that says where it was posted. */
export const visit = z.strictObject({ source: linkSource });
