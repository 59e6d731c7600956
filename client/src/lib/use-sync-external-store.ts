/** In place of a package that brings it to older versions of React. */
export { useSyncExternalStore } from 'react';
