/** On a bad network a script may hang for minutes; after this long the voter may decide. */
const LOAD_TIMEOUT_MS = 30_000;

/** Loads a script of somebody else's; what did not arrive can be loaded again. */
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

/** Fails what takes longer than a voter waits. */
export const inTime = <T>(loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('A script takes too long to load')),
      LOAD_TIMEOUT_MS,
    );
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
