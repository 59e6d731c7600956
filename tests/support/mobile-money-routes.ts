import type { MobileMoneyRoute, MobileMoneyRoutes } from '#shared/contracts/mobile-money-routes';

export const ROUTES_API = '**/api/admin/mobile-money-routes';
export const FIXED_ROUTE_API = '**/api/admin/mobile-money-routes/*';

/** A provider that is well and not in the order, unless told otherwise. */
export const route = (provider: string, changed: Partial<MobileMoneyRoute>): MobileMoneyRoute => ({
  provider,
  position: null,
  state: 'well',
  since: null,
  reason: null,
  isTried: false,
  ...changed,
});

/** Every provider is well, in the order of the configuration. */
export const ROUTES_WELL: MobileMoneyRoutes = {
  operators: [
    {
      operator: 'mtn',
      takenBy: 'campay',
      fixed: null,
      routes: [
        route('campay', { position: 1 }),
        route('mtn-momo', { position: 2 }),
        route('fapshi', { position: 3 }),
      ],
    },
    {
      operator: 'orange',
      takenBy: 'campay',
      fixed: null,
      routes: [route('campay', { position: 1 }), route('fapshi', { position: 2 })],
    },
  ],
};

/** Every state and every reason that has room: nobody takes MTN, and another provider Orange. */
export const ROUTES_DOWN: MobileMoneyRoutes = {
  operators: [
    {
      operator: 'mtn',
      takenBy: null,
      fixed: 'mtn-momo',
      routes: [
        route('campay', {
          position: 1,
          state: 'down',
          since: '2025-11-28T19:14:00.000Z',
          reason: 'failed-requests',
          isTried: true,
        }),
        route('mtn-momo', {
          position: 2,
          state: 'down',
          since: '2025-11-28T19:20:00.000Z',
          reason: 'reported-down',
        }),
        route('fapshi', {
          state: 'down',
          since: '2025-11-28T18:00:00.000Z',
          reason: 'refused',
        }),
      ],
    },
    {
      operator: 'orange',
      takenBy: 'fapshi',
      fixed: null,
      routes: [
        route('campay', {
          position: 1,
          state: 'down',
          since: '2025-11-28T19:14:00.000Z',
          reason: 'no-response',
        }),
        route('fapshi', {
          position: 2,
          state: 'slow',
          since: '2025-11-28T19:30:00.000Z',
          reason: 'slow-answers',
        }),
      ],
    },
  ],
};
