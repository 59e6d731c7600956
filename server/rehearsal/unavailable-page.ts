/** Shown once to a browser that has left the rehearsal without asking for it. */
export const LEFT_PAGE = pageOf(
  `<p>This browser no longer shows the rehearsal: it has ended, or you are signed out.</p>
<p><a href="/api/login?returnTo=/rehearsal/show">Sign in and open the rehearsal</a></p>
<p><a href="/">Go to the site</a></p>`,
  `<p>Ce navigateur n’affiche plus la répétition\u00a0: elle est terminée, ou votre session est fermée.</p>
<p><a href="/api/login?returnTo=/rehearsal/show">Se connecter et ouvrir la répétition</a></p>
<p><a href="/">Aller au site</a></p>`,
);

/** Shown to the team while the process of the rehearsal does not run. */
export const UNAVAILABLE_PAGE = pageOf(
  `<p>The rehearsal cannot be shown now: the server’s log says why.</p>
<p><a href="/rehearsal/leave">Back to the site</a></p>`,
  `<p>La répétition ne peut pas s’afficher pour le moment\u00a0: le journal du serveur en donne la raison.</p>
<p><a href="/rehearsal/leave">Retour au site</a></p>`,
);

/** Has no script, and no style. */
function pageOf(english: string, french: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rehearsal</title>
<div lang="en">${english}</div>
<div lang="fr">${french}</div>`;
}
