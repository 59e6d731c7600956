export { HealthScreen } from './screen';
