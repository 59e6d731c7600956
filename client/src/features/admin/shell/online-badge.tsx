import { Wifi, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/badge';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says whether the browser has a network at all: without one the figures stand still. */
export function OnlineBadge() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {isOnline ? (
        <Badge className="text-success">
          <Wifi aria-hidden />
          {t('admin.shell.online')}
        </Badge>
      ) : (
        <Badge variant="amber">
          <WifiOff aria-hidden />
          {t('admin.shell.offline')}
        </Badge>
      )}
    </span>
  );
}
