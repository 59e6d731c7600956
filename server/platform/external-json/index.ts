export {
  boundedResponse,
  JsonDepth,
  limitResponse,
  parseExternalJson,
  readUpTo,
} from './external-json';
