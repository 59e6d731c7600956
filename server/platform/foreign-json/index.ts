export {
  boundedAnswer,
  bytesUpTo,
  cutOffBeyond,
  JsonDepth,
  parseForeignJson,
} from './foreign-json';
