export { Shutdown } from './shutdown';
export { startupBanner } from './startup-banner';
export { isFirstWorker, superviseWorkers, tellServing } from './workers';
