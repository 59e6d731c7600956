/** On a bad network a script may take minutes; after this many ms the voter may decide. */
const LOAD_TIMEOUT_MS = 30_000;

/** Loads a third-party script; a failed load can be retried. */
export const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${new URL(url, location.href).host} sent no script`));
    };
    document.head.append(script);
  });

/** Rejects when loading takes longer than a voter waits. */
export const inTime = <T>(loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The script takes too long to load')),
      LOAD_TIMEOUT_MS,
    );
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
