import { DISPLAY_FACE_KEY } from '#shared/domain/display-face';
import { scriptHash } from './script-hash';

/** Shows headings in the display font at once if the browser has loaded it before. */
const SCRIPT = `try{const f=localStorage.${DISPLAY_FACE_KEY},s=document.createElement('style');if(f){s.textContent=f;document.head.append(s)}}catch{}`;

export const DISPLAY_FACE = `<script>${SCRIPT}</script>`;

export const DISPLAY_FACE_HASH = scriptHash(SCRIPT);
