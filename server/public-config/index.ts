export { publicConfig } from './public-config';
export { registerPublicConfig } from './register';
