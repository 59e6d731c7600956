import { useLocation, useSearch } from 'wouter';
import { useLanguage } from '../../lib/use-language';
import { loginAddress } from './login-address';

/** Where the login link of this page leads; a full page load, never a route of ours. */
export function useLoginAddress(): string {
  const [path] = useLocation();
  const search = useSearch();
  return loginAddress(search ? `${path}?${search}` : path, useLanguage());
}
