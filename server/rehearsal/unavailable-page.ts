/** Shown to the team while the process of the rehearsal does not run. Has no script, and no style. */
export const UNAVAILABLE_PAGE = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rehearsal</title>
<p lang="en">The rehearsal cannot be shown now: the server’s log says why.
<a href="/rehearsal/leave">Back to the site</a></p>
<p lang="fr">La répétition ne peut pas s’afficher pour le moment\u202f: le journal du serveur en donne la raison.
<a href="/rehearsal/leave">Retour au site</a></p>`;
