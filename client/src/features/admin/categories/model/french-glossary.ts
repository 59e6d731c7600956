/** Award terms in lower case, with their French translation and its gender. */
const TERMS = new Map<string, { text: string; isFeminine?: boolean }>(
  Object.entries({
    act: { text: 'artiste' },
    actor: { text: 'acteur' },
    actress: { text: 'actrice', isFeminine: true },
    album: { text: 'album' },
    artist: { text: 'artiste' },
    'afrobeats artist': { text: 'artiste afrobeats' },
    band: { text: 'groupe' },
    'breakthrough artist': { text: 'révélation', isFeminine: true },
    choreographer: { text: 'chorégraphe' },
    choreography: { text: 'chorégraphie', isFeminine: true },
    collaboration: { text: 'collaboration', isFeminine: true },
    comedian: { text: 'humoriste' },
    composer: { text: 'compositeur' },
    'cultural ambassador': { text: 'ambassadeur culturel' },
    'dance group': { text: 'groupe de danse' },
    dancer: { text: 'danseur' },
    dj: { text: 'DJ' },
    duo: { text: 'duo' },
    'female artist': { text: 'artiste féminine', isFeminine: true },
    film: { text: 'film' },
    'gospel artist': { text: 'artiste gospel' },
    group: { text: 'groupe' },
    'live performance': { text: 'prestation scénique', isFeminine: true },
    'male artist': { text: 'artiste masculin' },
    movie: { text: 'film' },
    'music video': { text: 'clip' },
    'new artist': { text: 'nouvel artiste' },
    newcomer: { text: 'révélation', isFeminine: true },
    painter: { text: 'peintre' },
    performance: { text: 'prestation', isFeminine: true },
    photographer: { text: 'photographe' },
    producer: { text: 'producteur' },
    'radio host': { text: 'animateur radio' },
    rapper: { text: 'rappeur' },
    singer: { text: 'chanteur' },
    song: { text: 'chanson', isFeminine: true },
    songwriter: { text: 'auteur-compositeur' },
    'traditional artist': { text: 'artiste traditionnel' },
    'urban artist': { text: 'artiste urbain' },
    video: { text: 'clip' },
    voice: { text: 'voix', isFeminine: true },
    writer: { text: 'écrivain' },
  }),
);

const PHRASES = new Map(
  Object.entries({
    'lifetime achievement': 'Prix d’honneur pour l’ensemble de la carrière',
    "people's choice": 'Prix du public',
    'people’s choice': 'Prix du public',
    revelation: 'Révélation',
    'vote for your favorite artist in this category':
      'Votez pour votre artiste préféré dans cette catégorie',
  }),
);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns French for a text made of award terms ("Best …", "… of the Year"); an empty string when
 * it contains other words, because half a translation is worse than none. This is only a proposal:
 * the administrator decides.
 */
export function frenchFor(english: string): string {
  const text = english.trim().toLowerCase().replace(/\s+/g, ' ');
  const stop = text.endsWith('.') ? '.' : '';
  const phrase = PHRASES.get(text.replace(/\.$/, '').replace(/ award$/, ''));
  if (phrase) return phrase + stop;

  const withoutYear = text.replace(/ of the year$/, '');
  const withoutBest = withoutYear.replace(/^best /, '');
  const term = TERMS.get(withoutBest);
  if (!term) return '';
  const best = term.isFeminine ? 'meilleure ' : 'meilleur ';
  const isBest = withoutBest !== withoutYear;
  const ofTheYear = withoutYear === text ? '' : ' de l’année';
  return capitalized(`${isBest ? best : ''}${term.text}${ofTheYear}`);
}
