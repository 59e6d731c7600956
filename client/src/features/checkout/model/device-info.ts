import type { DeviceInfo } from '#shared/contracts/payments';

/** Sent with a payment, so that an administrator can tell devices apart. */
export const deviceInfo = (): DeviceInfo => ({
  deviceTimestamp: new Date().toISOString(),
  userAgent: navigator.userAgent.slice(0, 1_024),
  deviceMetadata: JSON.stringify({
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    screenWidth: screen.width,
    screenHeight: screen.height,
  }),
});
