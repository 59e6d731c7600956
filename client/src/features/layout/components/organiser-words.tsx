import { useQuery } from '@tanstack/react-query';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';

/**
 * The organiser's text about who takes the money and about refunds; renders nothing without one.
 */
export function OrganiserWords({ className }: { className: string }) {
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const words = [config?.organiser?.[language], config?.refunds?.[language]].filter(
    (text) => text != null,
  );
  if (words.length === 0) return null;
  return (
    <div className={className}>
      {words.map((text) => (
        <p key={text} className="wrap-anywhere">
          {text}
        </p>
      ))}
    </div>
  );
}
