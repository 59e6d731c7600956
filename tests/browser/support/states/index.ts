import { catalogStates } from './catalog';
import { checkoutStates } from './checkout';
import { activityStates } from './desk-activity';
import { analyticsStates } from './desk-analytics';
import { deskArtistFormStates } from './desk-artist-form';
import { deskCategoryStates } from './desk-categories';
import { dashboardStates } from './desk-dashboard';
import { importStates } from './desk-import';
import { trackingStates } from './desk-tracking';
import { helpStates } from './help';
import { paymentStates } from './payment';
import { receiptStates } from './receipts';
import type { ScreenState } from './screen-state';
import { siteStates } from './site';

/** Every screen and state anybody can meet: tested one by one, and drawn into the gallery. */
export const SCREEN_STATES: readonly ScreenState[] = [
  ...catalogStates,
  ...siteStates,
  ...checkoutStates,
  ...paymentStates,
  ...receiptStates,
  ...helpStates,
  ...activityStates,
  ...importStates,
  ...analyticsStates,
  ...dashboardStates,
  ...deskCategoryStates,
  ...deskArtistFormStates,
  ...trackingStates,
];
