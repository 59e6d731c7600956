export { Shutdown } from './shutdown';
export { startupBanner } from './startup-banner';
export { goesAhead, superviseWorkers, tellServing } from './workers';
