/** Shown once to a browser that has left the rehearsal without asking for it. */
export const LEFT_PAGE = pageOf(
  `This browser no longer shows the rehearsal: it has ended, or you are signed out.
<a href="/api/login?returnTo=/rehearsal/show">Sign in and open the rehearsal</a>
<a href="/">Go to the site</a>`,
  `Ce navigateur n’affiche plus la répétition\u202f: elle est terminée, ou votre session est fermée.
<a href="/api/login?returnTo=/rehearsal/show">Se connecter et ouvrir la répétition</a>
<a href="/">Aller au site</a>`,
);

/** Shown to the team while the process of the rehearsal does not run. */
export const UNAVAILABLE_PAGE = pageOf(
  `The rehearsal cannot be shown now: the server’s log says why.
<a href="/rehearsal/leave">Back to the site</a>`,
  `La répétition ne peut pas s’afficher pour le moment\u202f: le journal du serveur en donne la raison.
<a href="/rehearsal/leave">Retour au site</a>`,
);

/** Has no script, and no style. */
function pageOf(english: string, french: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rehearsal</title>
<p lang="en">${english}</p>
<p lang="fr">${french}</p>`;
}
