/** Submits the form at once: the user has already chosen to sign out on the site. */
export const leaveScript = `document.querySelector('[data-leave]').click();\n`;
