import { french } from './french';

export interface DemoArtist {
  slug: string;
  name: string;
  bio: string;
  bioFr: string;
  isFeatured: boolean;
}

const artist = (slug: string, name: string, bio: string, bioFr: string): DemoArtist => ({
  slug,
  name,
  bio,
  bioFr: french(bioFr),
  isFeatured: featured.has(slug),
});

const featured = new Set([
  'junior-kasanji',
  'mireille-ondoa-bissek',
  'doreen-wirba',
  'sanzo-eyidi',
  'flore-mezui',
  'kingz-asanga',
  'divine-loubaki',
  'achta-nadjire',
]);

/** All artists are fictional; their towns are real. */
export const demoArtists: readonly DemoArtist[] = [
  artist(
    'mireille-ondoa-bissek',
    'Mireille Ondoa-Bissek',
    'She learned to sing over the noise of her mother’s market stall in Mbalmayo and has never needed a louder microphone since. Her bikutsi stamps its feet, tells the truth and leaves the neighbours dancing.',
    'Elle a appris à chanter par-dessus le vacarme de l’étal de sa mère, à Mbalmayo, et n’a jamais eu besoin d’un micro plus fort. Son bikutsi tape du pied, dit ses vérités et finit par faire danser les voisins.',
  ),
  artist(
    'sanzo-eyidi',
    'Sanzo Eyidi',
    'Bass player, crooner and proud son of Deïdo, Sanzo Eyidi gives makossa back its slow Sunday afternoons. Ten strings, four of them on the bass, and not one note too many.',
    'Bassiste, crooner et fier enfant de Deïdo, Sanzo Eyidi rend au makossa ses lents dimanches après-midi. Dix cordes, dont quatre à la basse, et pas une note de trop.',
  ),
  artist(
    'ngwa-tembeng',
    'Ngwa Tembeng',
    'A schoolteacher from Bamenda who writes songs on the blackboard and sings them in Ngemba, Pidgin and French. He never goes on stage without his grandfather’s toghu.',
    'Instituteur à Bamenda, il écrit ses chansons au tableau noir et les chante en ngemba, en pidgin et en français. Il ne monte jamais sur scène sans le toghu de son grand-père.',
  ),
  artist(
    'clarisse-mbengono',
    'Clarisse Mbengono',
    'Choirmistress at nineteen, soloist at twenty, heard from Yaoundé to Ambam at twenty-five. She says the high notes are a gift and the low ones are work.',
    'Cheffe de chœur à dix-neuf ans, soliste à vingt, écoutée de Yaoundé à Ambam à vingt-cinq. Les notes aiguës sont un don, dit-elle ; les graves, c’est du travail.',
  ),
  artist(
    'kingz-asanga',
    'Kingz Asanga',
    'From the slopes above Buea comes a Pidgin rap as thick as mountain fog and twice as hard to escape. His first mixtape was recorded in a barber’s shop between two clients.',
    'Des hauteurs de Buea descend un rap en pidgin épais comme la brume de la montagne, et deux fois plus difficile à quitter. Sa première mixtape a été enregistrée chez un coiffeur, entre deux clients.',
  ),
  artist(
    'hamidou-dalil',
    'Hamidou Dalil',
    'Two strings, one calabash and a voice full of dust and starlight: Hamidou Dalil has carried the garaya from the courtyards of Maroua to concert halls on three continents.',
    'Deux cordes, une calebasse et une voix pleine de poussière et d’étoiles : Hamidou Dalil a mené le garaya des cours de Maroua aux salles de concert de trois continents.',
  ),
  artist(
    'ariane-tchuidjang',
    'Ariane Tchuidjang',
    'Actress, stand-up and terror of latecomers. Her imaginary aunt from Bafoussam has more followers than most ministers.',
    'Comédienne, humoriste et terreur des retardataires. Sa tante imaginaire de Bafoussam compte plus d’abonnés que bien des ministres.',
  ),
  artist(
    'blaise-essama',
    'Blaise Essama',
    'Twenty years of small parts taught him to say everything with his eyebrows. The leading role came at last, and it fits him like his own coat.',
    'Vingt ans de petits rôles lui ont appris à tout dire avec les sourcils. Le premier rôle est enfin venu, et il lui va comme son propre manteau.',
  ),
  artist(
    'rosalie-kwedi',
    'Rosalie Kwedi',
    'The great lady of the Douala nights recorded her first single when studios still had egg boxes on the walls. Forty years on, she still finishes every concert barefoot.',
    'La grande dame des nuits de Douala a gravé son premier 45 tours du temps où les studios étaient tapissés de boîtes à œufs. Quarante ans plus tard, elle finit toujours ses concerts pieds nus.',
  ),
  artist(
    'dj-bassaka',
    'DJ Bassaka',
    'Born within earshot of the Edéa dam, he samples turbines, canoe paddles and his uncle’s assiko guitar. If the floor is not shaking, he is only checking the sound.',
    'Né à portée d’oreille du barrage d’Édéa, il échantillonne turbines, pagaies et la guitare assiko de son oncle. Tant que le plancher ne tremble pas, c’est qu’il règle le son.',
  ),
  artist(
    'orchestre-sanaga-maritime',
    'Mama Élisabeth Ngo Bakéhé et l’Orchestre des Femmes de la Sanaga-Maritime',
    'Fourteen women, eleven drums and one rule: nobody sits down. Founded to pay the school fees of a village, the orchestra now fills stadiums.',
    'Quatorze femmes, onze tambours et une règle : personne ne reste assis. Fondé pour payer l’école des enfants d’un village, l’orchestre remplit aujourd’hui les stades.',
  ),
  artist(
    'doreen-wirba',
    'Doreen Wirba',
    'She left nursing school in Kumbo with a guitar on her back and a promise to her mother to come back with a prize. Her Afro-soul heals all the same.',
    'Elle a quitté l’école d’infirmières de Kumbo, une guitare dans le dos, en promettant à sa mère de revenir avec un prix. Son afro-soul soigne quand même.',
  ),
  artist(
    'zacharie-owono-ebe',
    'Zacharie Owono-Ebé',
    'He carves masks from doors, doors from canoes and canoes from nothing at all. “Wood remembers,” he says; his workshop in Mbalmayo certainly does.',
    'Il taille des masques dans des portes, des portes dans des pirogues et des pirogues dans presque rien. « Le bois se souvient », dit-il ; son atelier de Mbalmayo aussi.',
  ),
  artist(
    'simone-ngo-likeng',
    'Simone Ngo Likeng',
    'Dancer first, singer since the day the singer did not turn up. Éséka still talks about that evening, and so do we.',
    'Danseuse d’abord, chanteuse depuis le soir où la chanteuse n’est pas venue. On en parle encore à Éséka, et nous aussi.',
  ),
  artist(
    'riviere-tchana',
    'Rivière Tchana',
    'A whisper, a nylon-string guitar and drawings inked between two verses: from Bangangté, Rivière Tchana makes quiet music that carries a long way.',
    'Un murmure, une guitare à cordes nylon et des dessins à l’encre entre deux couplets : depuis Bangangté, Rivière Tchana fait une musique discrète qui porte loin.',
  ),
  artist(
    'flore-mezui',
    'Flore Mezui',
    'Libreville’s seafront has had a soundtrack ever since Flore Mezui started writing choruses on the back of bus tickets. Sunny on the surface, with deep water underneath.',
    'Le bord de mer de Libreville a sa bande-son depuis que Flore Mezui écrit ses refrains au dos des tickets de bus. Du soleil en surface, de l’eau profonde en dessous.',
  ),
  artist(
    'ulrich-digha',
    'Ulrich Digha',
    'By day he welded platforms off Port-Gentil, by night he welded rhymes. The day job lost, and then the cinema called.',
    'Le jour, il soudait des plateformes au large de Port-Gentil ; la nuit, il soudait des rimes. Le jour a perdu, puis le cinéma a appelé.',
  ),
  artist(
    'ondo-bibang',
    'Ondo Bibang',
    'When Ondo Bibang takes up the mvet, the story begins at nightfall and the audience goes home at dawn. He knows thirty-one epics by heart and is working on the next.',
    'Quand Ondo Bibang prend le mvet, le récit commence à la tombée du jour et le public rentre à l’aube. Il sait trente et une épopées par cœur et prépare la suivante.',
  ),
  artist(
    'prisca-mabika',
    'Prisca Mabika',
    'A voice from Franceville so clear that the organist learned to play more softly. She writes her own hymns, in Nzebi and in French.',
    'Une voix de Franceville si claire que l’organiste a appris à jouer moins fort. Elle écrit ses propres cantiques, en nzébi et en français.',
  ),
  artist(
    'loic-igamba',
    'Loïc Igamba',
    'He photographs the Ogooué at five in the morning and musicians at five minutes to midnight. Both, he says, need patience and dry shoes.',
    'Il photographie l’Ogooué à cinq heures du matin et les musiciens à minuit moins cinq. Dans les deux cas, dit-il, il faut de la patience et des chaussures sèches.',
  ),
  artist(
    'divine-loubaki',
    'Divine Loubaki',
    'Brazzaville’s rumba had been waiting for a woman to tell the other half of the love story. Divine Loubaki tells it with a smile and without lowering her eyes.',
    'La rumba de Brazzaville attendait qu’une femme raconte l’autre moitié de l’histoire d’amour. Divine Loubaki la raconte en souriant, sans baisser les yeux.',
  ),
  artist(
    'gaspard-tati',
    'Gaspard Tati',
    'Half a century of guitar in the dance bars of Pointe-Noire, six hundred songs and only one pair of good shoes, kept for album covers.',
    'Un demi-siècle de guitare dans les bars dansants de Pointe-Noire, six cents chansons et une seule paire de belles chaussures, réservée aux pochettes d’album.',
  ),
  artist(
    'exauce-bouanga',
    'Exaucé Bouanga',
    'Bandleader, shouter, inventor of the dance step that emptied the chairs of Dolisie. His knees are insured; his drummer’s are not.',
    'Chef d’orchestre, atalaku, inventeur du pas qui a vidé toutes les chaises de Dolisie. Ses genoux sont assurés ; ceux de son batteur, non.',
  ),
  artist(
    'bienvenue-okemba',
    'Bienvenue Okemba',
    'She stepped in front of a camera by mistake, carrying a basin of cassava across the set. The director kept the shot and rewrote the film.',
    'Elle est entrée dans le champ par erreur, une bassine de manioc sur la tête. Le réalisateur a gardé la prise et réécrit le film.',
  ),
  artist(
    'junior-kasanji',
    'Junior Kasanji',
    'Velvet in the verse, thunder in the sebene: Junior Kasanji sells out stadiums on both banks of the Congo. The crowd sings so loudly that he sometimes just listens.',
    'Velours dans le couplet, tonnerre dans le sebene : Junior Kasanji remplit les stades sur les deux rives du Congo. La foule chante si fort que, parfois, il se contente d’écouter.',
  ),
  artist(
    'odette-kabedi',
    'Odette Kabedi',
    'Queen of the mutuashi in Mbuji-Mayi, she teaches the dance to anyone who asks, ministers and grandmothers included. The grandmothers learn faster.',
    'Reine du mutuashi à Mbuji-Mayi, elle enseigne la danse à qui le demande, ministres et grands-mères compris. Les grands-mères apprennent plus vite.',
  ),
  artist(
    'tresor-lumbala',
    'Trésor Lumbala',
    'A Kinshasa rapper who borrowed his father’s rumba records and returned them as samples. His father plays guitar on the new album; peace has been made.',
    'Rappeur de Kinshasa, il a emprunté les disques de rumba de son père et les lui a rendus en samples. Le père joue de la guitare sur le nouvel album : la paix est signée.',
  ),
  artist(
    'espoir-ruhinda',
    'Espoir Ruhinda',
    'In Goma he plants one tree for every concert and one verse for every tree. There is a small forest by now, and a very fine record.',
    'À Goma, il plante un arbre par concert et un couplet par arbre. Il y a désormais une petite forêt, et un très beau disque.',
  ),
  artist(
    'patience-amuri',
    'Patience Amuri',
    'She paints the Congo river from memory, in colours it has not thought of yet. Kisangani’s ferry captains claim to recognise every bend.',
    'Elle peint le fleuve Congo de mémoire, dans des couleurs auxquelles il n’a pas encore pensé. Les capitaines de Kisangani jurent reconnaître chaque méandre.',
  ),
  artist(
    'fabrice-mukuna',
    'Fabrice Mukuna',
    'Tailor to the sapeurs of Matonge, he cuts a jacket as others write a sonnet: fourteen lines and a surprise in the lining.',
    'Tailleur des sapeurs de Matonge, il coupe une veste comme d’autres écrivent un sonnet : quatorze lignes et une surprise dans la doublure.',
  ),
  artist(
    'achta-nadjire',
    'Achta Nadjiré',
    'In Chadian Arabic, Sara and French, Achta Nadjiré sings of wells, exams and mothers who never sleep. N’Djamena has made her refrains into proverbs.',
    'En arabe tchadien, en sara et en français, Achta Nadjiré chante les puits, les examens et les mères qui ne dorment jamais. N’Djaména a fait de ses refrains des proverbes.',
  ),
  artist(
    'djimet-ngaro',
    'Djimet Ngaro',
    'His balafon was built in Sarh from one single tree. He plays it fast, faster, and then with his eyes closed.',
    'Son balafon a été construit à Sarh dans un seul arbre. Il en joue vite, plus vite, puis les yeux fermés.',
  ),
  artist(
    'abakar-tolli',
    'Abakar Tolli',
    'An electric guitar, a battery on a camel and the silence of the Borkou for an echo chamber: Abakar Tolli’s desert blues takes its time and gives it back.',
    'Une guitare électrique, une batterie de secours à dos de chameau et le silence du Borkou pour chambre d’écho : le blues d’Abakar Tolli prend son temps, et le rend.',
  ),
  artist(
    'kaltouma-ratou',
    'Kaltouma Ratou',
    'She shot her first film on a borrowed phone in Abéché and played all the women in it. Festivals have called her back every year since.',
    'Elle a tourné son premier film à Abéché sur un téléphone emprunté, en y jouant tous les rôles de femme. Les festivals la rappellent chaque année depuis.',
  ),
  artist(
    'estelle-ngbokoto',
    'Estelle Ngbokoto',
    'Soul from the banks of the Oubangui: she sings in Sango with the patience of the fishermen and the temper of the rapids.',
    'De la soul des rives de l’Oubangui : elle chante en sango avec la patience des pêcheurs et le caractère des rapides.',
  ),
  artist(
    'wilfried-dekoue',
    'Wilfried Dekoué',
    'He raps in Sango about Bangui’s taxi ranks and refuses to show his face. The taxi drivers all know who he is, and none of them will tell.',
    'Il rappe en sango les stations de taxis de Bangui et refuse de montrer son visage. Les chauffeurs savent tous qui il est ; aucun ne le dira.',
  ),
  artist(
    'mossoro-bale',
    'Mossoro Balé',
    'She leads nine voices through the polyphonies of the Bayanga forest. There is no score and no conductor: whoever hears best leads.',
    'Elle conduit neuf voix à travers les polyphonies de la forêt de Bayanga. Ni partition ni chef : celle qui écoute le mieux mène le chant.',
  ),
  artist(
    'ernestine-gbazi',
    'Ernestine Gbazi',
    'A seamstress from Bambari who sews all week and sings all Sunday. Her congregation had to knock down a wall to seat the visitors.',
    'Couturière à Bambari, elle coud toute la semaine et chante tout le dimanche. Sa paroisse a dû abattre un mur pour asseoir les visiteurs.',
  ),
  artist(
    'milagros-riokalo',
    'Milagros Riokalo',
    'Between Malabo’s harbour and its volcano she found a soul music of her own, sung in Bubi, Spanish and French. The ships in the bay answer with their horns.',
    'Entre le port et le volcan de Malabo, elle s’est inventé une soul bien à elle, chantée en bubi, en espagnol et en français. Les navires de la baie lui répondent à la sirène.',
  ),
  artist(
    'salvador-nchaso',
    'Salvador Nchaso',
    'He taught himself the trumpet on the beach at Bata so as not to wake his brothers. Now whole quarters stay up to hear him.',
    'Il a appris la trompette seul, sur la plage de Bata, pour ne pas réveiller ses frères. Aujourd’hui, des quartiers entiers veillent pour l’entendre.',
  ),
  artist(
    'pilar-abeso',
    'Pilar Abeso',
    'Three languages in one verse and not a comma between them: Pilar Abeso is the fastest tongue on the mainland and knows it.',
    'Trois langues dans un seul couplet et pas une virgule : Pilar Abeso a le débit le plus rapide du Rio Muni, et elle le sait.',
  ),
  artist(
    'celestino-trindade',
    'Celestino Trindade',
    'A saxophone from São Tomé that took the boat to Pointe-Noire and fell in love with the rumba. It shows in every breath.',
    'Un saxophone de São Tomé qui a pris le bateau pour Pointe-Noire et s’est épris de la rumba. Cela s’entend à chaque souffle.',
  ),
  artist(
    'joel-kamdoum',
    'Joël Kamdoum',
    'Founder of an eighty-voice choir in Bafang, he arranges hymns for voices, horns and the rain on a tin roof.',
    'Fondateur d’un chœur de quatre-vingts voix à Bafang, il arrange les cantiques pour voix, cuivres et pluie sur toit de tôle.',
  ),
  artist(
    'dieu-merci-nzuzi',
    'Dieu-Merci Nzuzi',
    'A docker in Matadi until a passing pastor heard him count the crates aloud. His tenor has been lifting heavier things ever since.',
    'Docker à Matadi jusqu’au jour où un pasteur l’a entendu compter les caisses à voix haute. Depuis, son ténor soulève bien plus lourd.',
  ),
  artist(
    'haoua-sali',
    'Haoua Sali',
    'In Garoua she weaves cotton with copper wire from old radios. Her cloths, people swear, hum a little when the harmattan blows.',
    'À Garoua, elle tisse le coton avec le cuivre de vieux postes de radio. Ses étoffes, jure-t-on, fredonnent un peu quand souffle l’harmattan.',
  ),
  artist(
    'valere-manga-fouda',
    'Valère Manga-Fouda',
    'He ties foam under the strings of his guitar to make it talk like a balafon, then lets it gossip about everybody in Yaoundé.',
    'Il glisse de la mousse sous les cordes de sa guitare pour la faire parler comme un balafon, puis la laisse médire de tout Yaoundé.',
  ),
];

/** Two artists without a photograph. */
export const withoutPhoto: ReadonlySet<string> = new Set(['espoir-ruhinda', 'wilfried-dekoue']);
