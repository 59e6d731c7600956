import { french } from './french';

export interface DemoCategory {
  slug: string;
  name: string;
  nameFr: string;
  description: string;
  descriptionFr: string;
  icon: string;
  backgroundColor: string;
  /** Without a picture, the card shows its colour. */
  hasPicture: boolean;
}

const category = (
  slug: string,
  look: [icon: string, color: string, hasPicture?: boolean],
  name: string,
  description: string,
  nameFr: string,
  descriptionFr: string,
): DemoCategory => ({
  slug,
  icon: look[0],
  backgroundColor: look[1],
  hasPicture: look[2] ?? true,
  name,
  description,
  nameFr: french(nameFr),
  descriptionFr: french(descriptionFr),
});

export const demoCategories: readonly DemoCategory[] = [
  category(
    'artist-of-the-year',
    ['fa-trophy', '#7A2A8C'],
    'Artist of the Year',
    'Twelve months of songs, stages and sleepless dance floors. Who carried them on their shoulders?',
    'Artiste de l’année',
    'Douze mois de chansons, de scènes et de pistes qui ne dorment pas. Qui les a portés sur ses épaules ?',
  ),
  category(
    'song-of-the-year',
    ['fa-music', '#C2374A'],
    'Song of the Year',
    'The one every taxi, wedding and schoolyard knew by heart before the chorus came round twice.',
    'Chanson de l’année',
    'Celle que taxis, mariages et cours d’école savaient par cœur avant le deuxième refrain.',
  ),
  category(
    'album-of-the-year',
    ['fa-compact-disc', '#1F5A8C'],
    'Album of the Year',
    'Records to hear from the first track to the last, lights low, phone switched off.',
    'Album de l’année',
    'Des disques à écouter de la première à la dernière plage, lumière basse et téléphone éteint.',
  ),
  category(
    'breakthrough',
    ['fa-star', '#B8661A'],
    'Breakthrough of the Year',
    'Nobody knew their names at the last ceremony. Tonight the whole room sings along.',
    'Révélation de l’année',
    'À la dernière cérémonie, personne ne connaissait leur nom. Ce soir, toute la salle chante avec eux.',
  ),
  category(
    'makossa-bikutsi',
    ['fa-drum', '#A3491F'],
    'Best Makossa or Bikutsi',
    'Bass from the estuary, balafons from the forest, and hips that settle the argument.',
    'Meilleur titre makossa ou bikutsi',
    'La basse du Wouri, les balafons de la forêt, et des hanches pour trancher le débat.',
  ),
  category(
    'rumba-ndombolo',
    ['fa-guitar', '#8C2A4A'],
    'Best Rumba or Ndombolo',
    'From the slow embrace of the verse to the guitars that set fire to the sebene.',
    'Meilleur titre rumba ou ndombolo',
    'De la lente étreinte du couplet aux guitares qui mettent le feu au sebene.',
  ),
  category(
    'urban',
    ['fa-headphones', '#0E6E7A'],
    'Urban Music',
    'Rap, afrobeats, drill and everything the neighbourhoods invent before the radio notices.',
    'Musiques urbaines',
    'Rap, afrobeats, drill et tout ce que les quartiers inventent avant que la radio ne s’en aperçoive.',
  ),
  category(
    'gospel',
    ['fa-microphone', '#4A3A9C'],
    'Gospel Voice of the Year',
    'Voices that lift the roof on Sunday morning and stay with you until Saturday night.',
    'Voix gospel de l’année',
    'Des voix qui soulèvent le toit le dimanche matin et vous accompagnent jusqu’au samedi soir.',
  ),
  category(
    'heritage',
    ['fa-feather', '#5A3A1A'],
    'Traditional Music and Heritage',
    'Keepers of instruments, languages and stories older than our borders.',
    'Musique traditionnelle et patrimoine',
    'Gardiens d’instruments, de langues et de récits plus vieux que nos frontières.',
  ),
  category(
    'live-performance',
    ['fa-bolt', '#14508C'],
    'Live Performance of the Year',
    'You had to be there: sweat, encores and a power cut that stopped nobody.',
    'Prestation scénique de l’année',
    'Il fallait y être : la sueur, les rappels et une coupure de courant qui n’a arrêté personne.',
  ),
  category(
    'screen',
    ['fa-clapperboard', '#3A3F4A'],
    'Best Performance on Screen',
    'Film, series or web video: the faces we could not look away from.',
    'Meilleure interprétation à l’écran',
    'Film, série ou vidéo en ligne : les visages qu’on ne pouvait quitter des yeux.',
  ),
  category(
    'visual-arts',
    ['fa-palette', '#0F7A58'],
    'Visual Arts and Fashion',
    'Paint, thread, wood and light in the hands of those who dress our walls and our days.',
    'Arts visuels et mode',
    'Peinture, fil, bois et lumière entre les mains de ceux qui habillent nos murs et nos jours.',
  ),
  category(
    'lifetime-achievement',
    ['fa-crown', '#8A6A1A', false],
    'Lifetime Achievement',
    'The honour of a whole career. The jury will announce the nominees one week before the ceremony.',
    'Prix d’honneur pour l’ensemble d’une carrière',
    'L’hommage à toute une vie de création. Le jury annoncera les nommés une semaine avant la cérémonie.',
  ),
];
