export { readLinkFigures } from './link-figures';
export { LinkVisits, visitRoutes } from './link-visits';
