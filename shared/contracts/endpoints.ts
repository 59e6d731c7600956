import { z } from 'zod';
import type { Permission } from '#shared/domain/permissions';
import type { ActionEffect } from '#shared/domain/sign-in';
import {
  actingPeople,
  adminActionList,
  adminActionsExport,
  adminActionsQuery,
  adminArtist,
  adminArtistDetail,
  adminCategory,
  artistInput,
  artistMerged,
  artistPhoto,
  categoryInput,
  categoryOrder,
  categoryVisibility,
  deletedCatalog,
  mergeInput,
  mergePreview,
  mergeQuery,
  upload,
} from './admin-catalog';
import { health } from './admin-health';
import {
  accountingExport,
  adminPaymentHistory,
  analytics,
  analyticsQuery,
  editionFigures,
  emailCorrection,
  handRefund,
  leaders,
  paymentChecked,
  paymentExportQuery,
  paymentExportSearch,
  paymentSettled,
  pendingPaymentsChecked,
  refundStarted,
  settlement,
  stats,
  voterTracking,
  voterTrackingQuery,
  voterTrackingSearch,
} from './admin-payments';
import {
  invitationInput,
  memberParams,
  openSessionList,
  roleInput,
  sessionParams,
  team,
} from './admin-team';
import { currentUser } from './auth';
import {
  bookDayDetail,
  bookDayParams,
  books,
  booksQuery,
  closingDone,
  closingParams,
  closings,
  closingsQuery,
  closingWanted,
  comparisonStarted,
  comparisonWanted,
  differenceAsked,
  differenceClosing,
  reportQuery,
  statementCompared,
  statementPreview,
  statementQuery,
  statementUpload,
} from './books';
import {
  artist,
  artistIdParams,
  categoryIdParams,
  displayQuery,
  featuredArtist,
  idParams,
  nomination,
  publicCategory,
  searchIndex,
  sharedNomination,
  shareLinkParams,
} from './catalog';
import { importChoices, importPreview, importQuery, importResult } from './catalog-import';
import { clientError } from './client-errors';
import { publicConfig } from './config';
import {
  adminEdition,
  archivedCategoryParams,
  archivedEdition,
  archivedResults,
  changeInput,
  editionChange,
  editionCreated,
  editionInput,
  publicEdition,
  rehearsal,
  rehearsalAnswer,
  rehearsalInput,
  yearParams,
} from './editions';
import type { ErrorCode } from './errors';
import {
  eventSettingsInput,
  retentionDraft,
  retentionPreview,
  savedSettings,
} from './event-settings';
import { imageProxyQuery } from './images';
import { fixedRoute, mobileMoneyRoutes, routeParams } from './mobile-money-routes';
import {
  countQuery,
  openCount,
  receiptProof,
  timeline,
  timelineParams,
  timelineQuery,
} from './open-count';
import { namedText, operatorWords } from './operator-words';
import { paymentHelp, paymentHelpRequest } from './payment-help';
import {
  cardAttempt,
  cardConfirmation,
  cardConfirmed,
  cardPayment,
  cardSession,
  idempotencyHeaders,
  lookedUpPayment,
  mobileMoneyPayment,
  paymentChanged,
  paymentIdParams,
  paymentLookup,
  paymentReceiptCode,
  paymentStarted,
  paymentState,
  pollQuery,
  voterEmailChange,
} from './payments';
import { posterArtist, posterKits } from './posters';

import { receipt, receiptCodeParams, receiptList, receiptLookup } from './receipts';
import { UNREADABLE_IMPORTS } from './tables';
import { visit } from './visits';
import { erasure, erasurePreview } from './voters';

export const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Contract of one endpoint, shared by client and server. */
export interface Endpoint {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  /** JSON by this schema, or bytes of this content type. */
  body?: z.ZodType | 'image/*' | 'application/octet-stream';
  /** JSON by this schema, bytes of this content type, or no body at all (204). */
  answer: z.ZodType | 'image/*' | 'text/csv' | 'application/pdf' | 'text/event-stream' | null;
  /** Status of a success; defaults to 200, or 204 without a body. */
  status?: 201;
  /** In addition to `COMMON_ERRORS`. */
  errors?: readonly ErrorCode[];
  /** Set when it is about the edition of the year in the query's `edition`; else the current one. */
  ofEdition?: true;
  /** Permission required; without one, the endpoint is public. */
  permission?: Permission;
  /** Sensitive effects that require a recent sign-in. */
  effects?: readonly ActionEffect[];
  /** Set when the endpoint queries a provider, whose report may change votes and money. */
  asksProvider?: true;
}

type EndpointAt<Path extends string> = `${Method} /api/${Path}`;
/** Admin endpoints deny every role by default. */
type GuardedEndpoint = Endpoint & { permission: Permission };

const NOMINATION_ERRORS = [
  'voting-closed',
  'method-off',
  'price-changed',
  'nominations-invalid',
] as const;
const IMAGE_ERRORS = ['image-too-large', 'not-an-image', 'heic-image'] as const;
/** A picture fetched from another host. */
const FETCHED_PICTURE = {
  answer: 'image/*',
  errors: ['image-unreachable', ...IMAGE_ERRORS],
} as const;

/**
 * All endpoints by method and path: routes, client calls, 405 responses, tests and the OpenAPI
 * document are derived from this. `:provider` is the name of the mobile money provider. Not
 * included: sign-in and sign-out (whole-page navigations), the providers' webhooks and the health
 * checks.
 */
export const ENDPOINTS = {
  'GET /api/config': {
    summary: 'The public part of the configuration',
    answer: publicConfig,
  },
  'GET /api/auth/user': { summary: 'The signed-in user', answer: currentUser },
  'GET /api/auth/picture': {
    summary: 'The picture of the signed-in user',
    ...FETCHED_PICTURE,
  },

  'GET /api/categories': {
    summary: 'All categories',
    query: displayQuery,
    answer: z.array(publicCategory),
  },
  'GET /api/categories/:id': {
    summary: 'One category',
    params: idParams,
    query: displayQuery,
    answer: publicCategory,
  },
  'GET /api/nominations/category/:categoryId': {
    summary: 'The nominations of a category',
    params: categoryIdParams,
    query: displayQuery,
    answer: z.array(nomination),
  },
  'GET /api/nominations/category/:categoryId/live': {
    summary: 'The nominations of a category as server-sent events, whenever they change',
    params: categoryIdParams,
    query: displayQuery,
    answer: 'text/event-stream',
  },
  'GET /api/nominations/artist/:artistId': {
    summary: 'The nominations of an artist',
    params: artistIdParams,
    query: displayQuery,
    answer: z.array(nomination),
  },
  'GET /api/nominations/share/:link': {
    summary: 'The nomination behind a share link',
    params: shareLinkParams,
    query: displayQuery,
    answer: sharedNomination,
  },
  'GET /api/featured-artists': {
    summary: 'The artists featured by the organiser',
    answer: z.array(featuredArtist),
  },
  'GET /api/search-index': {
    summary: 'The names of all artists and categories, for searching',
    answer: searchIndex,
  },
  'GET /api/artists/:id': {
    summary: 'One artist',
    params: idParams,
    query: displayQuery,
    answer: artist,
  },
  'GET /api/artists/:id/nominations': {
    summary: 'The nominations of an artist',
    params: idParams,
    query: displayQuery,
    answer: z.array(nomination),
  },
  'GET /api/posters/:artist': {
    summary: 'The posters available for an artist',
    params: z.object({ artist: posterArtist }),
    query: displayQuery,
    answer: posterKits,
  },
  'GET /api/image-proxy': {
    summary: 'A picture of the catalogue, resized',
    query: imageProxyQuery,
    ...FETCHED_PICTURE,
  },

  'POST /api/:provider-payment': {
    summary: 'Start a mobile money payment: a prompt is sent to the phone',
    headers: idempotencyHeaders,
    body: mobileMoneyPayment,
    answer: paymentStarted,
    status: 201,
    errors: [
      ...NOMINATION_ERRORS,
      'operator-unavailable',
      'prompt-open',
      'earlier-paid',
      'phone-limit',
      'idempotency-key-reused',
      // The provider's refusal (422).
      'declined',
      'insufficient-funds',
      'expired',
      'wrong-pin',
      'limit-reached',
      'no-wallet',
      'wallet-inactive',
      'unsupported-operator',
      'unknown',
    ],
  },
  'POST /api/payment-lookup': {
    summary: 'The mobile money payment started under a key; starts none',
    body: paymentLookup,
    answer: lookedUpPayment,
  },
  'POST /api/create-payment-intent-multi': {
    summary: 'Create or change the card payment of this browser session',
    body: cardPayment,
    answer: cardSession,
    errors: [
      ...NOMINATION_ERRORS,
      'payment-changed',
      'rate-limited',
      'card-declines',
      'captcha-required',
    ],
  },
  'PATCH /api/payment/:paymentId/attempt': {
    summary: 'Freeze a card payment before the browser confirms it',
    params: paymentIdParams,
    body: cardAttempt,
    answer: paymentChanged,
    errors: ['voting-closed', 'earlier-paid', 'payment-changed', 'payment-settled'],
  },
  'PATCH /api/payment/:paymentId/email': {
    summary: 'Change the address the receipt of a card payment is sent to',
    params: paymentIdParams,
    body: voterEmailChange,
    answer: paymentChanged,
  },
  'POST /api/confirm-payment': {
    summary: 'Check a card payment that the browser has confirmed',
    body: cardConfirmation,
    answer: cardConfirmed,
    errors: ['payment-unfinished'],
  },
  'GET /api/payment/:paymentId/status': {
    summary: 'The state of a payment, at once or as soon as it changes',
    params: paymentIdParams,
    query: pollQuery,
    answer: paymentState,
  },
  'GET /api/payment/:paymentId/receipt-code': {
    summary: 'The receipt code of a payment',
    params: paymentIdParams,
    answer: paymentReceiptCode,
  },
  'GET /api/payment/receipt/:receiptCode': {
    summary: 'A receipt',
    params: receiptCodeParams,
    answer: receipt,
  },
  'GET /api/payment/receipt/:receiptCode/picture': {
    summary: 'A receipt as a picture for sharing',
    params: receiptCodeParams,
    query: displayQuery,
    answer: 'image/*',
  },
  'GET /api/payment/receipt/:receiptCode/proof': {
    summary: 'The proof that a receipt is in the log of counted votes',
    params: receiptCodeParams,
    answer: receiptProof,
  },
  'POST /api/payment/receipt/:receiptCode/send': {
    summary:
      'Send a receipt by e-mail again, to the address stored with the payment if there is one',
    params: receiptCodeParams,
    answer: null,
    errors: ['mail-off'],
  },
  'GET /api/count': {
    summary: 'Summary of the log of counted votes',
    ofEdition: true,
    query: countQuery,
    answer: openCount,
  },
  'GET /api/count/timeline/:categoryId': {
    summary: 'The votes of a category over time',
    ofEdition: true,
    params: timelineParams,
    query: timelineQuery,
    answer: timeline,
  },
  'GET /api/editions': {
    summary: 'The current edition and the archived ones, the latest first',
    answer: z.array(publicEdition),
  },
  'GET /api/editions/:year': {
    summary: 'An archived edition with the winners of each category',
    params: yearParams,
    query: displayQuery,
    answer: archivedEdition,
  },
  'GET /api/editions/:year/categories/:categoryId': {
    summary: 'The results of a category of an archived edition',
    params: archivedCategoryParams,
    query: displayQuery,
    answer: archivedResults,
  },
  'POST /api/visits': {
    summary: 'Record a visit by a link with a source',
    body: visit,
    answer: null,
  },
  'POST /api/phone-failures': {
    summary: "Report a failure of the site's code in this browser",
    body: clientError,
    errors: ['too-many-requests'],
    answer: null,
  },
  'POST /api/receipts/lookup': {
    summary: 'The receipts of an e-mail address or a phone number',
    body: receiptLookup,
    answer: receiptList,
  },
  'POST /api/payment-help': {
    summary: 'The state of a payment, for a voter who asks for help',
    body: paymentHelpRequest,
    answer: paymentHelp,
  },

  'GET /api/admin/settings': {
    summary: "The organiser's settings",
    ofEdition: true,
    permission: 'settings',
    answer: savedSettings,
  },
  'PUT /api/admin/settings': {
    summary: "Change the organiser's settings",
    ofEdition: true,
    permission: 'settings',
    body: eventSettingsInput,
    answer: savedSettings,
    errors: ['changed-meanwhile', 'edition-exists'],
  },
  'POST /api/admin/settings/preview': {
    summary: 'How many voters’ details a draft of the settings would erase sooner; changes nothing',
    ofEdition: true,
    permission: 'settings',
    body: retentionDraft,
    answer: retentionPreview,
  },
  'POST /api/admin/settings/keep-details': {
    summary: 'Undo, within a day, a change that erases voters’ details sooner',
    ofEdition: true,
    permission: 'settings',
    effects: ['erasure'],
    answer: savedSettings,
  },
  'POST /api/admin/settings/publish-results': {
    summary: 'Show the results to everybody, permanently',
    ofEdition: true,
    permission: 'settings',
    effects: ['visitors'],
    answer: savedSettings,
  },
  'POST /api/admin/settings/withdraw-results': {
    summary: 'Undo a publication of the last ten minutes',
    ofEdition: true,
    permission: 'settings',
    effects: ['visitors'],
    answer: savedSettings,
    errors: ['publication-final'],
  },
  'GET /api/admin/editions': {
    summary: 'All editions of the event, the latest year first',
    permission: 'dashboard',
    answer: z.array(adminEdition),
  },
  'POST /api/admin/editions': {
    summary: 'Make a draft of another year, with copies of chosen categories and nominations',
    permission: 'settings',
    body: editionInput,
    answer: editionCreated,
    status: 201,
    errors: ['edition-exists', 'too-many-editions'],
  },
  'GET /api/admin/editions/:year/change': {
    summary: 'What making a draft current would change',
    permission: 'settings',
    params: yearParams,
    answer: editionChange,
    errors: ['edition-not-draft'],
  },
  'POST /api/admin/editions/:year/make-current': {
    summary: 'Make a draft the current edition, and archive the one that was',
    permission: 'settings',
    effects: ['votes', 'money', 'visitors'],
    params: yearParams,
    body: changeInput,
    answer: adminEdition,
    errors: ['edition-not-draft', 'edition-not-ready', 'changed-meanwhile'],
  },
  'DELETE /api/admin/editions/:year': {
    summary: 'Delete a draft with its categories and nominations',
    permission: 'settings',
    effects: ['erasure'],
    params: yearParams,
    answer: null,
    errors: ['edition-not-draft'],
  },
  'GET /api/admin/editions/rehearsal': {
    summary: 'The rehearsal that is under way, and the time it shows',
    permission: 'dashboard',
    answer: rehearsalAnswer,
  },
  'POST /api/admin/editions/:year/rehearsal': {
    summary: 'Begin to rehearse a draft, with simulated money, at a chosen time',
    permission: 'settings',
    effects: ['erasure'],
    params: yearParams,
    body: rehearsalInput,
    answer: rehearsal,
    status: 201,
    errors: ['edition-not-draft', 'rehearsal-under-way', 'rehearsal-unavailable'],
  },
  'PUT /api/admin/editions/:year/rehearsal/clock': {
    summary: 'Set the clock of a rehearsal forward',
    permission: 'settings',
    params: yearParams,
    body: rehearsalInput,
    answer: rehearsal,
    errors: ['rehearsal-clock-back', 'rehearsal-unavailable'],
  },
  'DELETE /api/admin/editions/:year/rehearsal': {
    summary: 'End a rehearsal, and delete everything that was rehearsed',
    permission: 'settings',
    effects: ['erasure'],
    params: yearParams,
    answer: null,
    errors: ['rehearsal-unavailable'],
  },
  'GET /api/admin/mobile-money-routes': {
    summary: 'Which provider takes the payments of each mobile operator, since when and why',
    permission: 'dashboard',
    answer: mobileMoneyRoutes,
  },
  'PUT /api/admin/mobile-money-routes/:operator': {
    summary: 'Fix the provider of a mobile operator until it is taken back',
    permission: 'settings',
    effects: ['money'],
    params: routeParams,
    body: fixedRoute,
    answer: mobileMoneyRoutes,
  },
  'GET /api/admin/health': {
    summary: 'The health of the system',
    permission: 'dashboard',
    answer: health,
  },
  'GET /api/admin/operator-words': {
    summary: 'Texts for failed payments that no rule knows, without names and numbers',
    permission: 'dashboard',
    answer: operatorWords,
  },
  'PUT /api/admin/operator-words': {
    summary: 'Give a text the reason that voters read from now on, or take that back',
    permission: 'payments',
    effects: ['visitors'],
    body: namedText,
    answer: operatorWords,
  },
  'GET /api/stats': {
    summary: 'Totals and figures of today',
    ofEdition: true,
    permission: 'dashboard',
    answer: stats,
  },
  'GET /api/voter-tracking': {
    summary: 'Matching payments, newest first',
    ofEdition: true,
    permission: 'payments',
    query: voterTrackingQuery,
    answer: voterTracking,
  },
  'POST /api/voter-tracking/search': {
    summary: 'Payments found by a search, newest first',
    ofEdition: true,
    permission: 'payments',
    body: voterTrackingSearch,
    answer: voterTracking,
  },
  'GET /api/admin/analytics': {
    summary: 'Figures of recent days',
    ofEdition: true,
    permission: 'dashboard',
    query: analyticsQuery,
    answer: analytics,
  },
  'GET /api/admin/editions/figures': {
    summary: 'Figures of all editions side by side, by day since the opening of each',
    permission: 'dashboard',
    answer: editionFigures,
  },
  'GET /api/admin/leaders': {
    summary: 'The two leading nominees of each category',
    ofEdition: true,
    permission: 'dashboard',
    answer: leaders,
  },
  'GET /api/admin/payments.csv': {
    summary: 'All matching payments, as a table',
    ofEdition: true,
    permission: 'payments',
    effects: ['people'],
    query: paymentExportQuery,
    answer: 'text/csv',
  },
  'POST /api/admin/payments.csv': {
    summary: 'All payments found by a search, as a table',
    ofEdition: true,
    permission: 'payments',
    effects: ['people'],
    body: paymentExportSearch,
    answer: 'text/csv',
  },
  'POST /api/admin/accounting.csv': {
    summary: 'All matching payments, with amounts that can be added up',
    ofEdition: true,
    permission: 'payments',
    effects: ['people'],
    body: accountingExport,
    answer: 'text/csv',
  },
  'GET /api/admin/payments/:id': {
    summary: 'All details of one payment',
    permission: 'payments',
    params: idParams,
    answer: adminPaymentHistory,
  },
  'POST /api/admin/payments/:id/check': {
    summary: 'Query the provider about one payment',
    permission: 'payments',
    asksProvider: true,
    params: idParams,
    answer: paymentChecked,
  },
  'POST /api/admin/payments/:id/settle': {
    summary: 'Settle the flags of a payment by hand',
    permission: 'payments',
    effects: ['votes', 'money'],
    params: idParams,
    body: settlement,
    answer: paymentSettled,
    errors: ['not-settleable', 'reference-taken'],
  },
  'POST /api/admin/payments/:id/refund': {
    summary: 'Refund a card payment',
    permission: 'payments',
    effects: ['votes', 'money'],
    params: idParams,
    answer: refundStarted,
    errors: ['not-refundable', 'rate-limited'],
  },
  'POST /api/admin/payments/:id/refund-by-hand': {
    summary: 'Record that the money of a payment was returned by hand',
    permission: 'payments',
    effects: ['votes', 'money'],
    params: idParams,
    body: handRefund,
    answer: paymentSettled,
    errors: ['not-refundable'],
  },
  'PUT /api/admin/payments/:id/email': {
    summary: "Correct the payer's e-mail address and send the receipt to it",
    permission: 'payments',
    effects: ['people'],
    params: idParams,
    body: emailCorrection,
    answer: null,
    errors: ['mail-off', 'no-receipt', 'changed-meanwhile'],
  },
  'POST /api/admin/payments/:id/send-receipt': {
    summary: 'Send the receipt by e-mail again, to the stored address',
    permission: 'payments',
    params: idParams,
    answer: null,
    errors: ['mail-off', 'no-receipt'],
  },
  'POST /api/admin/check-:provider-payments': {
    summary: 'Query the mobile money provider about every pending payment',
    permission: 'payments',
    asksProvider: true,
    answer: pendingPaymentsChecked,
  },
  'GET /api/admin/nominations/category/:categoryId': {
    summary: 'The nominations of a category with all votes, even if hidden from the public',
    ofEdition: true,
    permission: 'dashboard',
    params: categoryIdParams,
    query: displayQuery,
    answer: z.array(nomination),
  },
  'GET /api/admin/categories': {
    summary: 'All categories',
    ofEdition: true,
    permission: 'catalog',
    answer: z.array(adminCategory),
  },
  'POST /api/admin/categories': {
    summary: 'Create a category',
    ofEdition: true,
    permission: 'catalog',
    body: categoryInput,
    answer: adminCategory,
    status: 201,
    errors: ['looks-alike'],
  },
  'PUT /api/admin/categories/order': {
    summary: 'Set the order of the categories; the last write wins',
    ofEdition: true,
    permission: 'catalog',
    body: categoryOrder,
    answer: z.array(adminCategory),
  },
  'PUT /api/admin/categories/:id/visibility': {
    summary: 'Hide a category from visitors, or show it again',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    body: categoryVisibility,
    answer: adminCategory,
  },
  'PUT /api/admin/categories/:id': {
    summary: 'Change a category',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    body: categoryInput,
    answer: adminCategory,
    errors: ['changed-meanwhile', 'looks-alike'],
  },
  'DELETE /api/admin/categories/:id': {
    summary: 'Delete a category (it can be restored)',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    answer: null,
    errors: ['already-deleted'],
  },
  'POST /api/admin/categories/:id/restore': {
    summary: 'Restore a category',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    answer: adminCategory,
  },
  'GET /api/admin/artists': {
    summary: 'All artists with totals',
    ofEdition: true,
    permission: 'catalog',
    answer: z.array(adminArtist),
  },
  'GET /api/admin/artists/:id': {
    summary: "The fields of an artist's form",
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    answer: adminArtistDetail,
  },
  'POST /api/admin/artists': {
    summary: 'Create an artist with nominations',
    ofEdition: true,
    permission: 'catalog',
    body: artistInput,
    answer: adminArtistDetail,
    status: 201,
    errors: ['unknown-category', 'looks-alike'],
  },
  'PUT /api/admin/artists/:id': {
    summary: 'Change an artist and its nominations',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    body: artistInput,
    answer: adminArtistDetail,
    errors: ['unknown-category', 'changed-meanwhile', 'looks-alike', 'nomination-has-votes'],
  },
  'PUT /api/admin/artists/:id/photo': {
    summary: "Change an artist's photograph alone",
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    body: artistPhoto,
    answer: adminArtistDetail,
    errors: ['changed-meanwhile'],
  },
  'DELETE /api/admin/artists/:id': {
    summary: 'Delete an artist (it can be restored)',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    answer: null,
    errors: ['already-deleted'],
  },
  'POST /api/admin/artists/:id/restore': {
    summary: 'Restore an artist',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    answer: adminArtistDetail,
  },
  'GET /api/admin/artists/:id/merge': {
    summary: 'What merging an artist into another would do; changes nothing',
    permission: 'catalog',
    params: idParams,
    query: mergeQuery,
    answer: mergePreview,
    errors: ['same-artist'],
  },
  'POST /api/admin/artists/:id/merge': {
    summary: 'Merge an artist into another, for which its votes count from now on',
    permission: 'catalog',
    effects: ['votes'],
    params: idParams,
    body: mergeInput,
    answer: artistMerged,
    status: 201,
    errors: ['same-artist', 'changed-meanwhile'],
  },
  'POST /api/admin/artist-merges/:id/undo': {
    summary: 'Undo a merge of the last ten minutes',
    permission: 'catalog',
    effects: ['votes'],
    params: idParams,
    answer: null,
    errors: ['merge-final'],
  },
  'GET /api/admin/deleted': {
    summary: 'Deleted artists and categories, and withdrawn nominations',
    ofEdition: true,
    permission: 'catalog',
    answer: deletedCatalog,
  },
  'POST /api/admin/nominations/:id/restore': {
    summary: 'Restore a withdrawn nomination',
    ofEdition: true,
    permission: 'catalog',
    params: idParams,
    answer: adminArtistDetail,
  },
  'GET /api/admin/image-preview': {
    summary: 'A picture from any public host, before it is saved',
    permission: 'catalog',
    query: imageProxyQuery,
    ...FETCHED_PICTURE,
  },
  'POST /api/admin/uploads': {
    summary: 'Upload a picture, 20 MB at most',
    permission: 'catalog',
    body: 'image/*',
    answer: upload,
    status: 201,
    errors: [...IMAGE_ERRORS, 'not-stored'],
  },
  'POST /api/admin/import/preview': {
    summary: 'What an import of this file would do; changes nothing',
    ofEdition: true,
    permission: 'catalog',
    query: importChoices,
    body: 'application/octet-stream',
    answer: importPreview,
    errors: UNREADABLE_IMPORTS,
  },
  'POST /api/admin/import': {
    summary: 'Import artists and nominations, all or nothing',
    ofEdition: true,
    permission: 'catalog',
    query: importQuery,
    body: 'application/octet-stream',
    answer: importResult,
    status: 201,
    errors: [...UNREADABLE_IMPORTS, 'import-invalid', 'import-conflict', 'import-changed'],
  },
  'GET /api/admin/books': {
    summary: 'A month of the books: money taken, and votes counted',
    ofEdition: true,
    permission: 'books',
    query: booksQuery,
    answer: books,
  },
  'GET /api/admin/books/days/:day': {
    summary: 'A day of the books, and its differences from the providers’ lists',
    ofEdition: true,
    permission: 'books',
    params: bookDayParams,
    answer: bookDayDetail,
  },
  'POST /api/admin/books/days/:day/compare': {
    summary: 'Compare the payments of a day with a provider’s list',
    permission: 'books',
    asksProvider: true,
    params: bookDayParams,
    body: comparisonWanted,
    answer: comparisonStarted,
    errors: ['not-comparable'],
  },
  'POST /api/admin/books/differences/:id/ask': {
    summary: 'Query the provider about the payment of a difference',
    permission: 'books',
    asksProvider: true,
    params: idParams,
    answer: differenceAsked,
    errors: ['already-settled'],
  },
  'POST /api/admin/books/differences/:id/close': {
    summary: 'Close a difference without a change, with a reason',
    permission: 'books',
    params: idParams,
    body: differenceClosing,
    answer: null,
    errors: ['already-settled'],
  },
  'GET /api/admin/books/closings': {
    summary: 'The closings of a day or of the edition, and what has changed since',
    ofEdition: true,
    permission: 'books',
    query: closingsQuery,
    answer: closings,
  },
  'POST /api/admin/books/closings': {
    summary: 'Close the books of a day, or of the edition',
    ofEdition: true,
    permission: 'books',
    body: closingWanted,
    answer: closingDone,
    status: 201,
    errors: ['day-not-over', 'not-closable'],
  },
  'GET /api/admin/books/closings/:id/report.pdf': {
    summary: 'The report of a closing',
    permission: 'books',
    params: closingParams,
    query: reportQuery,
    answer: 'application/pdf',
  },
  'GET /api/admin/books/closings/:id/report.csv': {
    summary: 'The report of a closing, as a table',
    permission: 'books',
    params: closingParams,
    query: reportQuery,
    answer: 'text/csv',
  },
  'POST /api/admin/statements/preview': {
    summary: 'Analyse a provider’s statement; changes nothing',
    permission: 'books',
    query: statementQuery,
    body: 'application/octet-stream',
    answer: statementPreview,
    errors: UNREADABLE_IMPORTS,
  },
  'POST /api/admin/statements': {
    summary: 'Compare days with a provider’s statement, all of them or none',
    permission: 'books',
    asksProvider: true,
    query: statementUpload,
    body: 'application/octet-stream',
    answer: statementCompared,
    errors: [...UNREADABLE_IMPORTS, 'not-comparable'],
  },
  'POST /api/admin/voters/preview': {
    summary: 'How many payments the erasure of a voter would affect; changes nothing',
    permission: 'voters',
    body: receiptLookup,
    answer: erasurePreview,
  },
  'POST /api/admin/voters/erase': {
    summary: 'Erase a voter’s personal data permanently; votes and money stay',
    permission: 'voters',
    effects: ['erasure'],
    body: receiptLookup,
    answer: erasure,
  },
  'GET /api/admin/actions': {
    summary: 'Actions of administrators, newest first',
    ofEdition: true,
    permission: 'activity',
    query: adminActionsQuery,
    answer: adminActionList,
  },
  'GET /api/admin/actions/people': {
    summary: 'All users who have acted in the administration',
    permission: 'activity',
    answer: actingPeople,
  },
  'GET /api/admin/actions.csv': {
    summary: 'All matching entries of Activity, as a table',
    ofEdition: true,
    permission: 'activity',
    effects: ['people'],
    query: adminActionsExport,
    answer: 'text/csv',
  },
  'GET /api/admin/team': {
    summary: 'Members of the team, and invitations',
    permission: 'team',
    answer: team,
  },
  'POST /api/admin/team/invitations': {
    summary: 'Invite a person: a role for the first sign-in with this verified address',
    permission: 'team',
    effects: ['rights'],
    body: invitationInput,
    answer: null,
    errors: ['already-member', 'already-invited'],
  },
  'DELETE /api/admin/team/invitations/:id': {
    summary: 'Withdraw an invitation',
    permission: 'team',
    effects: ['rights'],
    params: idParams,
    answer: null,
  },
  'PUT /api/admin/team/:id/role': {
    summary: 'Change the role of another member of the team',
    permission: 'team',
    effects: ['rights'],
    params: memberParams,
    body: roleInput,
    answer: null,
    errors: ['own-role'],
  },
  'DELETE /api/admin/team/:id': {
    summary: 'Remove another member from the team, and sign them out',
    permission: 'team',
    effects: ['rights'],
    params: memberParams,
    answer: null,
    errors: ['own-role'],
  },
  'DELETE /api/admin/team/:id/sessions': {
    summary: 'Sign a member of the team out everywhere',
    permission: 'team',
    effects: ['rights'],
    params: memberParams,
    answer: null,
  },
  'GET /api/admin/sessions': {
    summary: 'The caller’s sessions',
    permission: 'dashboard',
    answer: openSessionList,
  },
  'DELETE /api/admin/sessions/:id': {
    summary: 'End one of the caller’s sessions',
    permission: 'dashboard',
    params: sessionParams,
    answer: null,
  },
  'DELETE /api/admin/sessions': {
    summary: 'End all other sessions of the caller',
    permission: 'dashboard',
    answer: null,
  },
} as const satisfies Record<EndpointAt<string>, Endpoint> &
  Record<
    EndpointAt<`stats${string}` | `admin/${string}` | `voter-tracking${string}`>,
    GuardedEndpoint
  >;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Part<Name extends EndpointName, Key extends keyof Endpoint> = Endpoints[Name] extends {
  readonly [K in Key]: infer Schema;
}
  ? Schema
  : undefined;

/**
 * A parsed request; parts that an endpoint does not take are undefined.
 * @typeParam Bytes type of a body that is not JSON
 */
export interface ParsedRequest<Name extends EndpointName, Bytes = Uint8Array> {
  params: Parsed<Part<Name, 'params'>>;
  query: Parsed<Part<Name, 'query'>>;
  headers: Parsed<Part<Name, 'headers'>>;
  body: Part<Name, 'body'> extends string ? Bytes : Parsed<Part<Name, 'body'>>;
}

/** The client's request body: a file, or a value that is sent as JSON. */
export type RequestBody<Name extends EndpointName> =
  Part<Name, 'body'> extends string ? Blob : Sent<Part<Name, 'body'>>;

/** The JSON of a successful response; undefined for bytes and for no body. */
export type Answer<Name extends EndpointName> = Sent<Part<Name, 'answer'>>;

/** Returns the error codes specific to an endpoint. */
export const errorsOf = (name: EndpointName): readonly ErrorCode[] => {
  const { errors = [], ofEdition, permission }: Endpoint = ENDPOINTS[name];
  return ofEdition && permission && !name.startsWith('GET ')
    ? [...errors, 'edition-archived']
    : errors;
};
