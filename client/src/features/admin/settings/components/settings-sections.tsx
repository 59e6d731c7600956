import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import type { FieldPath } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MissingGlyphs } from '#client/features/admin/drafts/index';
import { Checkbox } from '#client/ui/fields/checkbox';
import { ChoiceCard } from '#client/ui/fields/choice-card';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import { RESULT_POLICIES } from '#shared/domain/results';
import {
  problemOf,
  type RoutingField,
  type SettingsDraft,
  type SettingsField,
} from '../model/settings-draft';
import type { SettingsFormState } from '../use-settings-form';
import { RoutingFields } from './routing-fields';

/** In the order in which an event is prepared. */
const SECTIONS = [
  'event',
  'window',
  'prices',
  'contact',
  'words',
  'banner',
  'results',
  'data',
] as const;
type SectionName = (typeof SECTIONS)[number];

const placeOf = (name: SectionName) => `settings-${name}`;

/** Table of contents: links to the sections of the form. */
export function SettingsContents() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('settings.contents')}>
      <ul className="flex gap-x-4 overflow-x-auto lg:flex-col">
        {SECTIONS.map((name) => (
          <li key={name} className="shrink-0">
            <a
              href={`#${placeOf(name)}`}
              className="flex min-h-touch min-w-touch items-center whitespace-nowrap text-gold text-sm underline underline-offset-4 lg:pointer-fine:min-h-9"
            >
              {t(`settings.section.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionProps {
  name: SectionName;
  hint?: string;
  children: ReactNode;
}

const Section = ({ name, hint, children }: SectionProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section
      id={placeOf(name)}
      aria-labelledby={id}
      className="flex scroll-mt-4 flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised p-4"
    >
      <div>
        <h2 id={id} className="font-bold text-lg">
          {t(`settings.section.${name}`)}
        </h2>
        {hint && <p className="text-ivory-soft text-sm">{hint}</p>}
      </div>
      {children}
    </section>
  );
};

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{children}</div>
);

/** Fields whose value is a text. */
type TextPath = Exclude<
  SettingsField,
  | RoutingField
  | 'methods.mobileMoney'
  | 'methods.card'
  | 'results.releasesAtClose'
  | 'results.policy'
>;

const valueAt = (draft: SettingsDraft, path: TextPath): string =>
  String(
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], draft),
  );

interface FormProps {
  form: SettingsFormState;
}

interface TextProps extends FormProps {
  path: TextPath;
  kind?: 'text' | 'local' | 'number' | 'lines' | 'zone' | 'tel' | 'email';
  hint?: string;
}

const INPUT_OF = {
  text: { type: 'text' },
  local: { type: 'datetime-local' },
  number: { type: 'text', inputMode: 'decimal' },
  zone: { type: 'text', list: 'settings-zones' },
  tel: { type: 'tel' },
  email: { type: 'email' },
} as const;

/** One field of the form, with its error. */
function Text({ form, path, kind = 'text', hint }: TextProps) {
  const { t } = useTranslation();
  const error = form.errorAt(path);
  const common = {
    label: t(`settings.field.${path}`),
    error: error && t(`settings.problem.${problemOf(path, error)}`),
    value: valueAt(form.draft, path),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.change(path, currentTarget.value),
  };
  if (kind === 'lines') return <TextArea {...common} maxLength={400} />;
  return <TextField {...common} {...INPUT_OF[kind]} hint={hint} autoComplete="off" />;
}

/** All settings. */
export function SettingsSections({ form }: FormProps) {
  const { t } = useTranslation();
  const { draft } = form;
  const zone = t('settings.onClock', { zone: draft.timezone });
  const methodsError = form.errorAt('methods' satisfies FieldPath<SettingsDraft>);
  return (
    <>
      <datalist id="settings-zones">
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Section name="event">
        <Pair>
          <Text form={form} path="name" />
          <Text form={form} path="nameFr" hint={t('settings.hint.nameFr')} />
          <MissingGlyphs text={draft.name + (draft.nameFr ?? '')} />
          <Text form={form} path="year" />
          <Text form={form} path="timezone" kind="zone" hint={t('settings.hint.timezone')} />
        </Pair>
      </Section>
      <Section name="window" hint={zone}>
        <Pair>
          <Text form={form} path="opensAt" kind="local" hint={t('settings.hint.opensAt')} />
          <Text form={form} path="closesAt" kind="local" hint={t('settings.hint.closesAt')} />
        </Pair>
      </Section>
      <Section name="prices" hint={t('settings.hint.prices')}>
        <Pair>
          <Text form={form} path="prices.mobileMoney" kind="number" />
          <Text form={form} path="prices.card" kind="number" />
          <Text form={form} path="votes.min" kind="number" hint={t('settings.hint.votesMin')} />
          <Text form={form} path="votes.max" kind="number" hint={t('settings.hint.votesMax')} />
        </Pair>
        <div>
          <Checkbox
            label={t('settings.field.methods.mobileMoney')}
            checked={draft.methods.mobileMoney}
            onChange={(isOn) => form.change('methods.mobileMoney', isOn)}
          />
          <Checkbox
            label={t('settings.field.methods.card')}
            checked={draft.methods.card}
            onChange={(isOn) => form.change('methods.card', isOn)}
          />
          {methodsError && (
            <p role="alert" className="text-alert text-sm">
              {t('settings.problem.no-method')}
            </p>
          )}
        </div>
        {draft.methods.mobileMoney && <RoutingFields form={form} />}
      </Section>
      <Section name="contact" hint={t('settings.hint.contact')}>
        <Pair>
          <Text form={form} path="contact.email" kind="email" />
          <Text form={form} path="contact.phone" kind="tel" />
          <Text form={form} path="contact.whatsapp" kind="tel" />
        </Pair>
      </Section>
      <Section name="words" hint={t('settings.hint.words')}>
        <Pair>
          <Text form={form} path="organiser.en" kind="lines" />
          <Text form={form} path="organiser.fr" kind="lines" />
          <Text form={form} path="refunds.en" kind="lines" />
          <Text form={form} path="refunds.fr" kind="lines" />
        </Pair>
      </Section>
      <Section name="banner" hint={zone}>
        <Pair>
          <Text form={form} path="banner.text.en" />
          <Text form={form} path="banner.text.fr" />
          <Text form={form} path="banner.from" kind="local" />
          <Text form={form} path="banner.to" kind="local" />
        </Pair>
      </Section>
      <ResultsSection form={form} />
      <Section name="data">
        <Pair>
          <Text
            form={form}
            path="retentionDays"
            kind="number"
            hint={t('settings.hint.retention')}
          />
          <Text form={form} path="xafPerUsd" kind="number" hint={t('settings.hint.xafPerUsd')} />
        </Pair>
      </Section>
    </>
  );
}

/** The results policy, and when results are published. */
function ResultsSection({ form }: FormProps) {
  const { t } = useTranslation();
  const { policy, releasesAtClose } = form.draft.results;
  const { arePublished } = form;
  const error = form.errorAt('results.policy');
  return (
    <Section
      name="results"
      hint={t(arePublished ? 'settings.hint.resultsPublished' : 'settings.hint.results')}
    >
      <fieldset className="flex min-w-0 flex-col gap-4" disabled={arePublished}>
        <legend className="sr-only">{t('settings.field.results.policy')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {RESULT_POLICIES.map((one) => (
            <ChoiceCard
              key={one}
              name="results-policy"
              value={one}
              isChosen={policy === one}
              onChoose={() => form.change('results.policy', one)}
              className={clsx(
                'items-start rounded-xl bg-surface p-3',
                arePublished && 'cursor-default text-ivory-muted',
              )}
            >
              <span className="min-w-0">
                <span className="block font-semibold">{t(`settings.policy.${one}.name`)}</span>
                <span className="block text-ivory-soft text-sm">
                  {t(`settings.policy.${one}.meaning`)}
                </span>
              </span>
            </ChoiceCard>
          ))}
        </div>
        {error && (
          <p role="alert" className="text-alert text-sm">
            {t(`settings.problem.${problemOf('results.policy', error)}`)}
          </p>
        )}
        {policy === 'sealed' && (
          <Text
            form={form}
            path="results.sealedFrom"
            kind="local"
            hint={t('settings.onClock', { zone: form.draft.timezone })}
          />
        )}
        <Checkbox
          label={t('settings.field.results.releasesAtClose')}
          checked={releasesAtClose}
          onChange={(releases) => form.change('results.releasesAtClose', releases)}
        />
      </fieldset>
    </Section>
  );
}
