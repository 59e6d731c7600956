import { useId } from 'react';

interface ChoiceStripProps<Choice extends string | number> {
  /** Accessible name; not shown. */
  label: string;
  value: Choice;
  choices: readonly Choice[];
  textOf: (choice: Choice) => string;
  onChoose: (choice: Choice) => void;
}

/** Native radio buttons, drawn as one strip. */
export function ChoiceStrip<Choice extends string | number>({
  label,
  value,
  choices,
  textOf,
  onChoose,
}: ChoiceStripProps<Choice>) {
  const name = useId();
  return (
    <fieldset className="flex w-fit flex-wrap gap-1 rounded-xl border border-surface-line bg-surface-raised p-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className="cursor-pointer">
          <input
            type="radio"
            name={name}
            className="peer sr-only"
            checked={choice === value}
            onChange={() => onChoose(choice)}
          />
          <span className="flex min-h-touch items-center rounded-lg px-3 font-semibold text-ivory-soft text-sm hover:bg-surface-high peer-checked:bg-gold peer-checked:text-gold-ink peer-focus-visible:outline-3 peer-focus-visible:outline-gold-bright peer-focus-visible:outline-offset-2">
            {textOf(choice)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
