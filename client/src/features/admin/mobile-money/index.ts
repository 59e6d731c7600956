export { routesQuery } from './api';
export { RouteCards } from './components/route-cards';
export { useRouteConcern } from './use-route-concern';
