/**
 * Words of payments, accounts, phones, networks and errors, and what joins them, in English and
 * French without accents: the only words of an operator's text that are kept. No name of a person
 * may be among them.
 */
const WORDS = `
a an the this that these those your you his her its our we us it is are was were be been being has
have had do does did done can cannot could may must should will would shall not no none never non
and or nor but if when while because as at by for from in into of off on onto out over to too under
up until with within without before after again already also any all another other same each every
only more most less least than then there here now today tomorrow yesterday yet still please sorry
so some such very via per about above below between during since due ensure t s d n m l c j y re ve
le la les un une des du de au aux ce cet cette ces son sa ses leur leurs votre vos notre nos vous
nous il elle ils elles on se qui que quoi dont ou et ni mais si car donc est sont etait ete etre
etes suis sera seront a ai as avez avons ont avoir aura aucun aucune autre autres meme memes tout
toute tous toutes chaque plus moins trop tres peu assez suffisamment pas ne sans avec dans en par
pour sur sous vers chez entre avant apres depuis pendant jusque deja encore toujours jamais lors
comme quand merci veuillez svp prochain prochaine actuel actuelle actuellement
afin ainsi alors aussi avons cela celui
account accounts holder accountholder wallet wallets subscriber subscribers subscription user users
payer payee sender receiver recipient customer customers client clients merchant merchants partner
partners agent agents initiator initiatee beneficiary owner person party parties profile role
msisdn sim number numbers phone mobile money momo cash mtn orange operator operators provider
providers channel carrier network bank banks card cards aggregator gateway platform system systems
server service services api application app ussd sms push prompt menu session token key certificate
credentials host callback url target environment source destination resource endpoint
compte comptes portefeuille abonne abonnes abonnement utilisateur utilisateurs payeur
destinataire expediteur emetteur marchand marchands partenaire partenaires beneficiaire
beneficiaires initiateur titulaire numero numeros telephone telephonique reseau banque carte
operateur operateurs prestataire fournisseur plateforme systeme serveur application appel
transaction transactions operation operations payment payments transfer transfers withdrawal
withdrawals deposit deposits debit debits credit credits refund refunds reversal collection
collections request requests order orders purchase bill invoice fee fees charge charges amount
amounts balance balances fund funds sum value price tax currency franc francs fcfa cfa xaf eur
paiement paiements transfert transferts retrait retraits depot depots remboursement demande demandes
requete requetes commande facture frais montant montants solde soldes fonds argent somme valeur
devise monnaie taxe provision provisions balance achat virement versement prelevement
insufficient insuffisant insuffisante insuffisants insuffisantes insuffisance enough low high
lower higher minimum maximum min max limit limits limited limite limites limitee plafond plafonds
daily weekly monthly yearly day days week month year hour hours minute minutes second seconds time
times date period jour jours journalier journaliere quotidien quotidienne hebdomadaire mensuel
mensuelle annuel annuelle semaine mois annee heure heures seconde secondes temps delai
reached reach exceeded exceed exceeds exceeding allowed allow allows authorized authorised authorise
authorize authorization authorisation unauthorized permitted permission permissions permit privilege
privileges right rights access denied deny eligible ineligible atteint atteinte atteints depasse
depassee depassement depasser superieur superieure inferieur inferieure autorise autorisee autoriser
autorisation autorises permet permettre permis droit droits acces eligible
active inactive activated activate activation deactivated disabled enabled enable disable blocked
block locked lock unlocked barred suspended suspend suspension dormant frozen freeze closed open
opened terminated deleted removed registered unregistered register registration subscribed enrolled
kyc tier level upgrade upgraded verified unverified verify verification validated validate
validation identity identification document documents actif active actifs inactif inactive inactifs
desactive desactivee active activee activer bloque bloquee bloques blocage debloque verrouille
verrouillee suspendu suspendue gele gelee ferme fermee cloture cloturee resilie resiliee enregistre
enregistree enregistrement inscrit inscrite inscription identifie identifiee verifie verifiee
verifier valide validee valider validation identite niveau piece pieces
found find missing unknown exist exists existing existent invalid incorrect wrong bad correct
mismatch match matches match duplicate duplicated similar repeated repeat introuvable introuvables
inconnu inconnue inexistant inexistante existe existent existant trouve trouvee invalide invalides
incorrecte errone erronee mauvais mauvaise faux fausse correspond double similaire similaires
pin pins mpin code codes password passcode secret secrets otp attempt attempts try tries retry
retries entered enter entry typed input mot mots passe tentative tentatives essai essais essayer
reessayer reessayez saisi saisie saisir entre entree confirme confirmee confirmer confirmation
confirmez confirmed confirm unconfirmed approved approve approval approvals unapproved pending
approuve approuvee approbation attente
rejected reject rejection declined decline cancelled canceled cancel cancellation cancelation
refused refuse refusal aborted abort abandoned ended end stopped manually annule annulee annules
annulees annuler annulation refusee refuser refus rejete rejetee rejet decline declinee abandonne
abandonnee interrompu interrompue
expired expire expires expiration timeout timed late delay delayed waiting wait respond response
responded reply answer answered expiree expirees ecoule ecoulee reponse repondu repond retard
failed fail fails failure failures error errors problem problems issue issues fault unable
impossible unsuccessful successful success succeeded completed complete incomplete perform performed
process processed processing progress executed execution unexpected internal external technical
general generic exception unspecified undefined null empty echec echecs echoue echouee echouer
erreur erreurs probleme problemes incident panne reussi reussie succes effectue effectuee effectuer
effectuant traite traitee traitement traiter cours execute executee interne externe technique
techniques inattendu inattendue general generale difficulte difficultes survenu survenue produit
produite vide
unavailable available unreachable reachable down busy overloaded overload maintenance temporarily
temporary moment later connection connected connect connexion disconnected offline online congested
congestion rate often frequent blacklisted blacklist whitelist fraud suspicious suspected risk
security secure restricted restriction restrictions prohibited forbidden supported unsupported
support indisponible indisponibles disponible disponibles injoignable joignable occupe surcharge
momentanement temporairement temporaire instant ulterieurement tard connecte deconnecte ligne hors
fraude suspect suspecte suspicion risque securite restreint restreinte interdit interdite supporte
supportee prend
check contact call dial use using send sent receive received pay paid make made set setup
configured configuration settings mode type format length digits digit field fields parameter
parameters data information info details reference references id identifier ids name names message
reason cause status state result description text details list verifiez contactez appelez composez
utilisez utiliser utilise envoye envoyee envoyer envoi recu recue recevoir payer paye payee payez
fait faire faites configure configuree parametre parametres donnee donnees information
informations renseigne obligatoire requis requise required mandatory champ champs identifiant
identifiants nom motif raison etat statut resultat chiffre chiffres longueur libelle rechargez
recharger recharge top topup first last new old next previous one two three four five six seven
eight nine ten another deux trois quatre cinq six sept huit neuf dix premier premiere dernier
derniere nouveau nouvelle nouvelles ancien
country cameroon cameroun region prefix local international foreign pays prefixe indicatif locale
appartient belongs belong selected select selectionne choisi choose choix
activity limit throughput sending receiving fri spending saved saving savings loan interest
accepted accept acceptable acceptee accepte accepter not attempted initiate initiated initialize
initialised initialized initialisation initie initiee lancee lance relancez
busy congested insufficiently liquidity float overdraft hold held reserved reserve queue queued
missed lost stolen perdu perdue vole volee hold barring churn expose age minor mineur legal
regulation regulatory compliance conformite reglementaire
`;

export const VOCABULARY: ReadonlySet<string> = new Set(WORDS.split(/\s+/));
