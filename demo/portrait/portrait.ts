import { seededRandom } from '../random';
import { type Earrings, type Eyewear, earringSurfaces, eyewearSurfaces } from './accessories';
import { backdropSvg, type Setting } from './backdrop';
import { bareBody } from './body';
import type { Cloth } from './cloth';
import { type Garment, garmentSurfaces, lapels } from './garments';
import { type GelName, gels, stageLights } from './gels';
import { place, placement, type Surface } from './geometry';
import { type HairStyle, hairSurfaces } from './hair';
import { earSurfaces, type FaceShape, headSurface } from './head';
import { type Headwear, headwearSurfaces } from './headwear';
import { type BeadString, necklace, scarf } from './neckwear';
import { photograph } from './photograph';
import { type Prop, propSurfaces } from './props';
import { type Complexion, skinMaterial } from './skin';

/** Who stands in front of the camera, and how. */
export interface Sitter {
  face?: Partial<FaceShape>;
  complexion: Omit<Complexion, 'hair'>;
  /** -1 slight to 1 broad. */
  build?: number;
  hair: { style: HairStyle; colour?: string };
  headwear?: Headwear;
  eyewear?: Eyewear;
  earrings?: Earrings;
  garments: readonly Garment[];
  lapels?: Cloth;
  scarf?: Cloth;
  beads?: readonly BeadString[];
  props?: readonly Prop[];
  /** Radians; positive yaw looks to the right of the picture, positive pitch down. */
  pose?: { yaw?: number; pitch?: number; roll?: number };
  gel: GelName;
  setting: Setting;
  /** How near the camera goes; 1 unless told. */
  closeness?: number;
  /** Height of the middle of the picture over the eyes, in centimetres. */
  centre?: number;
  /** Where the main light stands. */
  keySide?: 'left' | 'right';
}

const SIZE = { width: 800, height: 1000 };
const BLACK_HAIR = '#0b0807';

/** 800 × 1000 pixels, WebP; the same bytes for the same sitter and seed. */
export function portraitOf(sitter: Sitter, seed: string): Promise<Buffer> {
  const random = seededRandom(seed);
  const face: FaceShape = {
    width: 0,
    jaw: 0,
    length: 0,
    nose: 0.3,
    lips: 0.3,
    cheeks: 0,
    brow: 0,
    ...sitter.face,
  };
  const build = sitter.build ?? 0;
  const hairColour = sitter.hair.colour ?? BLACK_HAIR;
  const skin = skinMaterial({ ...sitter.complexion, hair: hairColour });
  const head: Surface[] = [
    headSurface(face, skin),
    ...earSurfaces(face, skin),
    ...hairSurfaces(sitter.hair.style, hairColour, face, random),
    ...(sitter.headwear ? headwearSurfaces(sitter.headwear, face) : []),
    ...(sitter.eyewear ? eyewearSurfaces(sitter.eyewear) : []),
    ...(sitter.earrings ? earringSurfaces(sitter.earrings) : []),
  ];
  const pose = sitter.pose ?? {};
  const body = [
    bareBody(build, skin),
    ...sitter.garments.flatMap((garment) => garmentSurfaces(build, garment)),
    ...(sitter.lapels ? lapels(build, sitter.lapels) : []),
    ...(sitter.scarf ? scarf(build, sitter.scarf) : []),
    ...necklace(build, sitter.beads ?? []),
  ];
  const side = sitter.keySide === 'right' ? 1 : -1;
  return photograph({
    surfaces: [
      ...place(head, placement(pose, [0, -9, -2])),
      ...place(body, placement({ yaw: (pose.yaw ?? 0) * 0.35 })),
      ...(sitter.props ?? []).flatMap(propSurfaces),
    ],
    ...stageLights(sitter.gel, [side * 0.62, 0.55, 0.75]),
    backdrop: backdropSvg(sitter.setting, gels[sitter.gel], seed, SIZE),
    frame: {
      ...SIZE,
      scale: 18.8 * (sitter.closeness ?? 1),
      centre: [0, sitter.centre ?? -7.5, 0],
    },
    grainOffset: Math.floor(random() * 1000),
  });
}
