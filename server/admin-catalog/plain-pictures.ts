/** What of an artist or a category has pictures. */
export interface Pictured {
  photoUrl?: string | null;
  backgroundImageUrl?: string | null;
  nominations?: readonly { nominationPhotoUrl: string | null }[];
}

type Path = (string | number)[];

const picturesOf = ({ photoUrl, backgroundImageUrl, nominations = [] }: Pictured) => [
  { path: ['photoUrl'] as Path, address: photoUrl },
  { path: ['backgroundImageUrl'] as Path, address: backgroundImageUrl },
  ...nominations.map(({ nominationPhotoUrl }, index) => ({
    path: ['nominations', index, 'nominationPhotoUrl'] as Path,
    address: nominationPhotoUrl,
  })),
];

/**
 * Where an input has a picture at an address of `http:`, which anybody on the way could replace.
 * The contract takes them because older rows have some: those of `before` may stay.
 */
export function newPlainPictures(input: Pictured, before: Pictured | null): Path[] {
  const kept = new Set(before && picturesOf(before).map(({ address }) => address));
  return picturesOf(input).flatMap(({ path, address }) =>
    address && /^http:/i.test(address) && !kept.has(address) ? [path] : [],
  );
}
