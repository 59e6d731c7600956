import { LANGUAGES, type Language } from '#shared/domain/localized';
import { EVERY_VOTER, LAPTOP, PHONE, type VoterSetup } from './voter';

/** True in `npm run test:long`. */
export const IS_LONG_RUN = Boolean(process.env.TEST_LONG);

/**
 * Languages for a flow that asserts nothing about language: the usual one in `npm test`, both in
 * `npm run test:long`. The accessibility tests look at each screen in both.
 */
export const flowLanguages = (usual: Language): readonly Language[] =>
  IS_LONG_RUN ? LANGUAGES : [usual];

/** Visitors for such a flow: each width and each language once, in the long run all combinations. */
export const FLOW_VOTERS: readonly VoterSetup[] = IS_LONG_RUN
  ? EVERY_VOTER
  : [
      { language: 'fr', ...PHONE },
      { language: 'en', ...LAPTOP },
    ];
