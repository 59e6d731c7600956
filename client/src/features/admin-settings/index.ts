export { SettingsScreen } from './screen';
