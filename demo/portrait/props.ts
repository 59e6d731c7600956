import type { Surface } from './geometry';
import { audioProps } from './props-audio';
import { instrumentProps } from './props-instruments';
import { toolProps } from './props-tools';

const props = { ...audioProps, ...instrumentProps, ...toolProps };

export type Prop = keyof typeof props;

/** What a sitter holds or has at hand: in front of the chest, in the figure's own space. */
export function propSurfaces(prop: Prop): Surface[] {
  return props[prop]();
}
