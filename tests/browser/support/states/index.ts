import { activityStates } from './admin-activity';
import { analyticsStates } from './admin-analytics';
import { adminArtistFormStates } from './admin-artist-form';
import { bookStates } from './admin-books';
import { adminCategoryStates } from './admin-categories';
import { dashboardStates } from './admin-dashboard';
import { healthStates } from './admin-health';
import { importStates } from './admin-import';
import { photoStates } from './admin-photos';
import { settingsStates } from './admin-settings';
import { teamStates } from './admin-team';
import { trackingStates } from './admin-tracking';
import { votersStates } from './admin-voters';
import { bigScreenStates } from './big-screen';
import { catalogStates } from './catalog';
import { checkoutStates } from './checkout';
import { editionStates } from './editions';
import { hardestOf } from './hardest-texts';
import { helpStates } from './help';
import { openCountStates } from './open-count';
import { paymentStates } from './payment';
import { receiptProofStates } from './receipt-proof';
import { receiptStates } from './receipts';
import type { ScreenState } from './screen-state';
import { siteStates } from './site';

const STATES: readonly ScreenState[] = [
  ...catalogStates,
  ...bigScreenStates,
  ...siteStates,
  ...checkoutStates,
  ...paymentStates,
  ...receiptStates,
  ...receiptProofStates,
  ...helpStates,
  ...openCountStates,
  ...activityStates,
  ...importStates,
  ...photoStates,
  ...analyticsStates,
  ...dashboardStates,
  ...bookStates,
  ...healthStates,
  ...adminCategoryStates,
  ...adminArtistFormStates,
  ...settingsStates,
  ...trackingStates,
  ...teamStates,
  ...votersStates,
  ...editionStates,
];

/**
 * Every screen and state that users can see: tested one by one, and photographed by `npm run
 * screens`.
 */
export const SCREEN_STATES: readonly ScreenState[] = [...STATES, ...hardestOf(STATES)];
