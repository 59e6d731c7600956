/** The pictures of an artist or a category. */
export interface WithPictures {
  photoUrl?: string | null;
  backgroundImageUrl?: string | null;
  nominations?: readonly { nominationPhotoUrl: string | null }[];
}

type Path = (string | number)[];

const picturesOf = ({ photoUrl, backgroundImageUrl, nominations = [] }: WithPictures) => [
  { path: ['photoUrl'] as Path, address: photoUrl },
  { path: ['backgroundImageUrl'] as Path, address: backgroundImageUrl },
  ...nominations.map(({ nominationPhotoUrl }, index) => ({
    path: ['nominations', index, 'nominationPhotoUrl'] as Path,
    address: nominationPhotoUrl,
  })),
];

/**
 * Returns where an input has a new picture with an `http:` address, which an attacker on the
 * network could replace. The contract accepts these because older rows contain some: those in
 * `before` may stay.
 */
export function newInsecurePictures(input: WithPictures, before: WithPictures | null): Path[] {
  const previousAddresses = new Set(before && picturesOf(before).map(({ address }) => address));
  return picturesOf(input).flatMap(({ path, address }) =>
    address && /^http:/i.test(address) && !previousAddresses.has(address) ? [path] : [],
  );
}
