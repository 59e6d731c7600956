export { readLinkFigures } from './link-figures';
export { LinkVisits, registerVisits } from './link-visits';
