import { LayoutGrid, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#client/lib/cn';
import { Button } from '#client/ui/button';
import type { ViewMode } from './view-mode';

const ICONS = { list: List, grid: LayoutGrid } satisfies Record<ViewMode, typeof List>;
const MODES: readonly ViewMode[] = ['list', 'grid'];

interface ViewToggleProps {
  mode: ViewMode;
  onChange: (mode: ViewMode) => void;
}

export function ViewToggle({ mode: chosen, onChange }: ViewToggleProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('admin.artists.view')}</legend>
      {MODES.map((mode) => {
        const Icon = ICONS[mode];
        return (
          <Button
            key={mode}
            variant="ghost"
            size="icon"
            aria-label={t(`admin.artists.viewMode.${mode}`)}
            aria-pressed={mode === chosen}
            className={cn(mode === chosen && 'bg-stage-high text-gold')}
            onClick={() => onChange(mode)}
          >
            <Icon aria-hidden className="size-5" />
          </Button>
        );
      })}
    </fieldset>
  );
}
