export { Shutdown } from './shutdown';
export { startupBanner } from './startup-banner';
export { isFirstWorker, reportServing, superviseWorkers } from './workers';
