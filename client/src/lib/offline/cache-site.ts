import { type LoadedBefore, SERVICE_WORKER_PATH } from '#shared/domain/offline';

/**
 * Makes the browser store the site for when there is no network. Nothing is stored for signed-in
 * users, and existing data is deleted.
 * @throws when the browser refuses
 */
export async function cacheSite(isSignedIn: boolean): Promise<void> {
  // Exists only over https and on localhost.
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  if (isSignedIn) return uncacheSite(serviceWorker);
  await serviceWorker.register(SERVICE_WORKER_PATH);
  const { active } = await serviceWorker.ready;
  // The worker of another tab may have taken control of this page since; it has not seen the page
  // load.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.workerStart === 0) active?.postMessage(loadedSoFar());
}

async function uncacheSite(serviceWorker: ServiceWorkerContainer): Promise<void> {
  for (const registration of await serviceWorker.getRegistrations()) {
    await registration.unregister();
  }
  for (const name of await caches.keys()) await caches.delete(name);
}

function loadedSoFar(): LoadedBefore {
  const files = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname, search } = new URL(name);
    return origin === window.location.origin ? `${pathname}${search}` : [];
  });
  return { page: window.location.pathname, files: [...new Set(files)] };
}
