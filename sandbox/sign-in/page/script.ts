/** Saves the demo user a click: whoever chose to sign out of the site has said so already. */
export const leaveScript = `document.querySelector('[data-leave]').click();\n`;
