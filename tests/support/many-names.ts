const GIVEN_NAMES =
  'Aïcha Amadou Amina Anicet Armelle Arthur Aurélien Béatrice Blaise Boniface Brenda Cédric Célestine Charlotte Chidi Christelle Clarisse Cyrille Danielle Désiré Dieudonné Divine Doreen Édith Élodie Emeka Émilie Ernest Estelle Fabrice Fadimatou Félicité Flore Folarin Franck Gaëlle Ghislain Grâce Grégoire Guy-Marie Hadja Hélène Hermine Honoré Ibrahim Inès Irène Ismaël Jean-Luc Joëlle Junior Justine Kévin Khadija Koffi Kwame Landry Léopold Line-Marie Loïc Lydie Magloire Malika Marcelline Marie-Noëlle Maxwell Mireille Moussa Nadège Naomie Ngozi Noël Odile Oumarou Pascaline Patience Paulin Prisca Rachidatou Régine Rigobert Rodrigue Rosine Salif Sandrine Séverin Solange Stéphanie Sylvain Tatiana Thérèse Thierry Ulrich Valérie Victorine Wilfried Yolande Yvette Zacharie Zénabou'.split(
    ' ',
  );
const FAMILY_NAMES =
  'Abanda Abega Adamou Aboubakar Akono Akwa Alima Amougou Anyangwe Asanga Assiga Atangana Awono Bassek Bella Belinga Bissek Biya-Ondoa Bouba Chebe Che’Ngu Chi Dibango Dikongue Diop Djoumessi Djeukam Ebolo Ebongue Ekambi Ekotto Ekwalla Elong Enow Essomba Etame Eto’o Evina Eyidi Ewane Fai Fokou Fombe Fosso Fotso Fru Gwet Hamidou Hayatou Iya Jato Kamdem Kamga Kana Kasanji Kenfack Kengne Kiki Kojip Kouam Kum Lobe Lonsi Loubaki Mbah Mbappé Mbarga Mbengono Mbida Mboma Mebenga Mezui Mfou’ou Minkoulou Moukoko Mpondo Mvondo N’Diaye N’Djamena Nadjire Nana Ndip Ndongo Nfor Ngassa Ngo Ngono Ngwa Njie Njoya Nkeng Nkoulou Nsangou Ntamack Nyemb Obama Obiang Okafor Ondoa Onana Oumarou Owona Penda Pokam Sadou Sanogo Sappi Schiphra Siewe Simo Song Tabi Taku Tamo Tchakounté Tchamba Tchinda Tembeng Tonye Um-Nyobé Vubem Wandji Wirba Wome Yakana Yondo Zambo Zang Ze Zogo'.split(
    ' ',
  );
const STAGE_NAMES =
  'Afro Atomik Black Boss Bright Camer City Cloud Crazy Daddy Dark Deep Diamond Don Double Dr. Echo Electrik Fanta Fire Flash Ghetto Golden Heavy Iron Jovi Jungle Kilo King Lady Lil Lion Lord Magic Mama Master Mic Midnight Mister Mo Motherland Music Naija Neon Night Ocean Papa Phantom Prince Queen Rapid Rasta Rebel Red Royal Rumba Sahel Savage Sista Sky Sol Soul Steel Storm Street Sugar Sunny Super Tiger Tonton Tropik Twist Urban Velvet Vibe Vox Wax West Wild Young Zion Zulu'.split(
    ' ',
  );
const ENDINGS =
  'Beats Boy Brothers Collective Crew Duo Fam Flow Force Gang Girls Kid Lyrics Man Mob Nation Orchestra Sound Squad Stars System Tribe Trio Voices Wave Zone'.split(
    ' ',
  );
const ARABIC = 'محمد فاطمة عبد الله خديجة يوسف مريم إبراهيم عائشة حسن زينب سليمان أمينة'.split(' ');
const ARABIC_FAMILY = 'النور الصحراوي إدريس بلقاسم حمادي التشادي موسى عمر ياسين السنوسي'.split(' ');

/** Always the same: an even spread without randomness (a linear congruential generator). */
function createChooser() {
  let state = 12_345;
  return <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const item = items[Math.floor((state / 2 ** 32) * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
}

/** Distinct names of artists, as varied as those of a large festival; always the same. */
export function manyNames(count: number): string[] {
  const choose = createChooser();
  const make = (at: number): string => {
    const [givenName, familyName] = [choose(GIVEN_NAMES), choose(FAMILY_NAMES)];
    const [stage, ending] = [choose(STAGE_NAMES), choose(ENDINGS)];
    switch (at % 10) {
      case 0:
        return `${stage} ${ending}`;
      case 1:
        return `${stage}${ending}${at}`.toLowerCase();
      case 2:
        return `${stage} ${familyName}`;
      case 3:
        return at % 3 === 0
          ? `${choose(ARABIC)} ${choose(ARABIC)} ${choose(ARABIC_FAMILY)}`
          : `${givenName} ${familyName}`;
      case 4:
        return `${givenName} & ${stage} ${ending}`;
      case 5:
        return `${givenName} ${familyName} ${choose(FAMILY_NAMES)}`;
      case 6:
        return `${familyName.toUpperCase()} ${givenName}`;
      default:
        return `${givenName} ${familyName}`;
    }
  };
  const names = new Set<string>();
  for (let at = 0; names.size < count; at += 1) names.add(make(at));
  return [...names];
}
