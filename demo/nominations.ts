import { french } from './french';

export interface DemoNomination {
  artist: string;
  category: string;
  /** Absent when the artist alone is nominated. */
  title?: string;
  titleFr?: string;
  description?: string;
  descriptionFr?: string;
}

type Pair = readonly [english: string, french: string];
type Titled = readonly [artist: string, ...title: Pair];

/** Titles keep their language; only the quotation marks depend on the reader's. */
const titled = (title: string): Pair => [`“${title}”`, `« ${title} »`];

function nominees(
  category: string,
  entries: readonly (readonly [artist: string] | Titled | readonly [...Titled, ...Pair])[],
): DemoNomination[] {
  return entries.map(([artist, title, titleFr, description, descriptionFr]) => ({
    artist,
    category,
    ...(title && titleFr && { title, titleFr: french(titleFr) }),
    ...(description && descriptionFr && { description, descriptionFr: french(descriptionFr) }),
  }));
}

export const demoNominations: readonly DemoNomination[] = [
  ...nominees('artist-of-the-year', [
    [
      'junior-kasanji',
      '“Both Banks” tour, nineteen sold-out nights',
      'Tournée « Deux rives », dix-neuf soirs à guichets fermés',
      'Nineteen nights between Kinshasa and Brazzaville, and a ferry hired for those who had missed the last one.',
      'Dix-neuf soirs entre Kinshasa et Brazzaville, et un bac affrété pour ceux qui avaient manqué le dernier.',
    ],
    [
      'mireille-ondoa-bissek',
      'Three number ones and a school choir on every one',
      'Trois titres numéro un, une chorale d’école sur chacun',
    ],
    ['sanzo-eyidi'],
    [
      'doreen-wirba',
      'From the ward to the stage: one year, one record, six countries',
      'De l’hôpital à la scène : un an, un disque, six pays',
    ],
    ['flore-mezui'],
    ['divine-loubaki', 'The year rumba answered back', 'L’année où la rumba a répondu'],
    [
      'achta-nadjire',
      '“Well Water” concerts in twenty-three villages',
      'Concerts « L’eau du puits » dans vingt-trois villages',
      'Each concert paid for a pump. The pumps still work; so do the songs.',
      'Chaque concert a payé une pompe. Les pompes marchent toujours ; les chansons aussi.',
    ],
    ['kingz-asanga'],
    ['rosalie-kwedi', 'Forty years on stage', 'Quarante ans de scène'],
    ['milagros-riokalo'],
  ]),
  ...nominees('song-of-the-year', [
    [
      'mireille-ondoa-bissek',
      ...titled('Dis-leur que je danse'),
      'Two minutes and fifty seconds that ended every wedding of the year at sunrise.',
      'Deux minutes cinquante qui ont fait finir à l’aube tous les mariages de l’année.',
    ],
    ['sanzo-eyidi', ...titled('Dimanche à Deïdo')],
    ['kingz-asanga', ...titled('Small Small Catch Monkey')],
    ['doreen-wirba', ...titled('Night Shift')],
    ['flore-mezui', ...titled('Bord de mer')],
    [
      'divine-loubaki',
      ...titled('Tika nayemba'),
      'A rumba in which she finally answers the letter of 1974.',
      'Une rumba où elle répond enfin à la lettre de 1974.',
    ],
    ['junior-kasanji', ...titled('Nzela molai')],
    [
      'tresor-lumbala',
      '“Papa’s Records” (with his father on guitar)',
      '« Les disques de papa » (avec son père à la guitare)',
    ],
    ['achta-nadjire', ...titled('Almi')],
    ['clarisse-mbengono', ...titled('Encore un matin')],
    ['exauce-bouanga', ...titled('Chaise vide')],
    ['milagros-riokalo', ...titled('Bahía de noche')],
  ]),
  ...nominees('album-of-the-year', [
    ['sanzo-eyidi', ...titled('Quatre cordes et le Wouri')],
    [
      'ngwa-tembeng',
      ...titled('Blackboard Songs'),
      'Recorded during the long break with the pupils of class six as backing choir.',
      'Enregistré pendant la grande récréation, avec les élèves de CM2 pour chœur.',
    ],
    ['doreen-wirba', ...titled('Take Two and Sing')],
    ['hamidou-dalil', ...titled('La cour de mon père')],
    ['riviere-tchana', ...titled('À voix basse')],
    [
      'gaspard-tati',
      ...titled('La six-centième'),
      'His six-hundredth song opens the record. The other eleven were not finished in time to be counted.',
      'Sa six-centième chanson ouvre le disque. Les onze autres n’ont pas été finies à temps pour compter.',
    ],
    ['tresor-lumbala', ...titled('Face B')],
    ['abakar-tolli', ...titled('Borkou électrique')],
    ['salvador-nchaso', ...titled('La playa no duerme')],
    ['espoir-ruhinda', ...titled('Un arbre, un couplet')],
  ]),
  ...nominees('breakthrough', [
    ['kingz-asanga', ...titled('Barber’s Chair Mixtape')],
    ['doreen-wirba', ...titled('Take Two and Sing')],
    [
      'simone-ngo-likeng',
      'The evening the singer did not turn up',
      'Le soir où la chanteuse n’est pas venue',
    ],
    ['riviere-tchana', ...titled('À voix basse')],
    ['espoir-ruhinda', ...titled('Un arbre, un couplet')],
    ['estelle-ngbokoto', ...titled('Pirogue')],
    [
      'wilfried-dekoue',
      '“Kilometre Five”, the single nobody has seen the face of',
      '« Kilomètre cinq », le single dont personne n’a vu le visage',
    ],
    ['milagros-riokalo', ...titled('Bahía de noche')],
    [
      'pilar-abeso',
      ...titled('Sin coma'),
      'One hundred and ninety-two words in thirty seconds, all of them hers.',
      'Cent quatre-vingt-douze mots en trente secondes, et tous sont d’elle.',
    ],
    ['dieu-merci-nzuzi', ...titled('Les caisses du port')],
  ]),
  ...nominees('makossa-bikutsi', [
    ['mireille-ondoa-bissek', ...titled('Le marché de ma mère')],
    ['sanzo-eyidi', ...titled('Dimanche à Deïdo')],
    [
      'rosalie-kwedi',
      '“Barefoot” (fortieth anniversary version)',
      '« Pieds nus » (version du quarantième anniversaire)',
    ],
    ['simone-ngo-likeng', ...titled('Train pour Éséka')],
    [
      'valere-manga-fouda',
      ...titled('La guitare a parlé'),
      'A balafon that happens to have six strings. It names no names; Yaoundé recognised everyone.',
      'Un balafon qui se trouve avoir six cordes. Il ne cite personne ; tout Yaoundé s’est reconnu.',
    ],
    ['dj-bassaka', '“Turbine” (makossa remix)', '« Turbine » (remix makossa)'],
    ['riviere-tchana', ...titled('Petit bikutsi du soir')],
  ]),
  ...nominees('rumba-ndombolo', [
    ['junior-kasanji', ...titled('Deux rives')],
    ['divine-loubaki', ...titled('Tika nayemba')],
    ['gaspard-tati', ...titled('La lettre de 1974')],
    [
      'exauce-bouanga',
      ...titled('Chaise vide'),
      'No chair has been sat on in Dolisie since.',
      'Depuis, plus personne ne s’est assis à Dolisie.',
    ],
    ['odette-kabedi', ...titled('La leçon des grands-mères')],
    ['celestino-trindade', ...titled('Barco para Pointe-Noire')],
    ['tresor-lumbala', '“Side B” (rumba version)', '« Face B » (version rumba)'],
  ]),
  ...nominees('urban', [
    ['kingz-asanga', ...titled('Fog')],
    ['flore-mezui', ...titled('Ticket de bus')],
    ['ulrich-digha', ...titled('Soudure')],
    ['tresor-lumbala', ...titled('Les disques de papa')],
    ['estelle-ngbokoto', ...titled('Rapides')],
    ['wilfried-dekoue', ...titled('Kilomètre cinq')],
    ['dj-bassaka', ...titled('Turbine')],
    ['pilar-abeso', ...titled('Sin coma')],
  ]),
  ...nominees('gospel', [
    ['clarisse-mbengono', ...titled('Encore un matin')],
    [
      'prisca-mabika',
      ...titled('Plus doucement, l’orgue'),
      'A hymn that begins in a whisper and ends with the whole of Franceville on its feet.',
      'Un cantique qui commence en murmure et finit avec tout Franceville debout.',
    ],
    ['ernestine-gbazi', ...titled('Le mur est tombé')],
    ['joel-kamdoum', ...titled('Pluie sur la tôle')],
    ['dieu-merci-nzuzi', ...titled('Porte-moi')],
    ['doreen-wirba', ...titled('Psalm for the Night Nurses')],
  ]),
  ...nominees('heritage', [
    [
      'orchestre-sanaga-maritime',
      'Songs the river taught our grandmothers before the dam was built, gathered from eleven villages of the Sanaga-Maritime and sung again by their daughters with fourteen voices, eleven drums and the canoe paddles of the last ferrymen',
      'Chants que le fleuve apprit à nos grands-mères avant le barrage, recueillis dans onze villages de la Sanaga-Maritime et repris par leurs filles à quatorze voix, onze tambours et les pagaies des derniers passeurs',
      'Seven years of collecting on foot and by canoe, deposited with the national archives.',
      'Sept années de collecte à pied et en pirogue, déposées aux archives nationales.',
    ],
    ['ngwa-tembeng', 'Forty lullabies in Ngemba', 'Quarante berceuses en ngemba'],
    ['hamidou-dalil', 'The garaya songbook of Maroua', 'Le chansonnier du garaya de Maroua'],
    [
      'ondo-bibang',
      'The thirty-first epic, told in one night',
      'La trente et unième épopée, dite en une nuit',
      'Nine hours without notes. Forty people fell asleep and swear they missed nothing.',
      'Neuf heures sans notes. Quarante personnes se sont endormies et jurent n’avoir rien manqué.',
    ],
    ['odette-kabedi', 'School of mutuashi, Mbuji-Mayi', 'École de mutuashi, Mbuji-Mayi'],
    ['djimet-ngaro', '“One Tree”, solo balafon', '« Un seul arbre », balafon solo'],
    [
      'mossoro-bale',
      'Nine voices of the Bayanga forest',
      'Neuf voix de la forêt de Bayanga',
      'Recorded where they live: the insects are part of the choir.',
      'Enregistrées chez elles : les insectes font partie du chœur.',
    ],
    ['achta-nadjire', 'Wedding songs of the Logone', 'Chants de mariage du Logone'],
  ]),
  ...nominees('live-performance', [
    ['mireille-ondoa-bissek', 'Stadium night, Yaoundé', 'La nuit du stade, Yaoundé'],
    [
      'rosalie-kwedi',
      '“Forty Years Barefoot”, Douala',
      '« Quarante ans pieds nus », Douala',
      'Three hours, four generations and no shoes.',
      'Trois heures, quatre générations et pas de chaussures.',
    ],
    [
      'junior-kasanji',
      '“Both Banks”, final night, Kinshasa',
      '« Deux rives », dernière soirée, Kinshasa',
    ],
    ['exauce-bouanga', 'Carnival of Dolisie', 'Carnaval de Dolisie'],
    ['dj-bassaka', 'Sunrise set at the dam, Édéa', 'Set du lever du soleil au barrage, Édéa'],
    [
      'orchestre-sanaga-maritime',
      '“Nobody Sits”, opening of the festival',
      '« Personne ne s’assied », ouverture du festival',
    ],
    ['ondo-bibang', 'From dusk to dawn, Oyem', 'Du crépuscule à l’aube, Oyem'],
    ['abakar-tolli', 'Battery on a camel, Faya', 'Batterie à dos de chameau, Faya'],
    ['salvador-nchaso', 'Midnight on the beach, Bata', 'Minuit sur la plage, Bata'],
    [
      'ariane-tchuidjang',
      '“My Aunt Is in the Room”, one-woman show',
      '« Ma tante est dans la salle », seule en scène',
      'Latecomers are welcomed individually and by name.',
      'Les retardataires sont accueillis un par un, et par leur nom.',
    ],
    ['ngwa-tembeng', 'The last day of term, Bamenda', 'Le dernier jour de classe, Bamenda'],
  ]),
  ...nominees('screen', [
    [
      'ariane-tchuidjang',
      'The Aunt in “Compound Number Nine”',
      'La tante dans « Concession numéro neuf »',
    ],
    [
      'blaise-essama',
      'The watchman in “The Long Night of Ebolowa”',
      'Le gardien dans « La Longue Nuit d’Ebolowa »',
      'Ninety minutes, thirty lines of dialogue and one pair of eyebrows.',
      'Quatre-vingt-dix minutes, trente répliques et une paire de sourcils.',
    ],
    ['bienvenue-okemba', 'The passer-by in “Basin”', 'La passante dans « Bassine »'],
    [
      'kaltouma-ratou',
      'Seven roles in “Abéché, Seven Women”',
      'Sept rôles dans « Abéché, sept femmes »',
    ],
    ['ulrich-digha', 'The diver in “Platform”', 'Le plongeur dans « Plateforme »'],
    ['rosalie-kwedi', 'As herself in “Egg Boxes”', 'Dans son propre rôle, « Boîtes à œufs »'],
  ]),
  ...nominees('visual-arts', [
    [
      'zacharie-owono-ebe',
      '“Door, Canoe, Face”, carved wood',
      '« Porte, pirogue, visage », bois taillé',
    ],
    [
      'loic-igamba',
      '“Five in the Morning”, photographs of the Ogooué',
      '« Cinq heures du matin », photographies de l’Ogooué',
    ],
    [
      'patience-amuri',
      '“The River from Memory”, twelve canvases',
      '« Le Fleuve de mémoire », douze toiles',
      'Hung in the order in which the ferry passes them.',
      'Accrochées dans l’ordre où passe le bac.',
    ],
    [
      'fabrice-mukuna',
      '“Fourteen Lines”, a collection of jackets',
      '« Quatorze vers », collection de vestes',
    ],
    ['haoua-sali', '“Long Wave”, cotton and copper', '« Grandes ondes », coton et cuivre'],
    [
      'riviere-tchana',
      'Ink drawings for “À voix basse”',
      'Dessins à l’encre pour « À voix basse »',
    ],
  ]),
];
