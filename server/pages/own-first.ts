import { OWN_FIRST_STYLE, OWN_VOTES_KEY } from '#shared/domain/own-votes';
import { scriptHash } from './script-hash';

/**
 * Puts those whom this device voted for first, before the page shows: it is drawn for everybody, and
 * once its code has come, a nominee may be under somebody's finger. Nominees stay invisible until all
 * of them have arrived, because an own one who arrives later would push away those who show already.
 * Of the storage only ids are taken.
 */
const SCRIPT = `try{const o=JSON.parse(localStorage.${OWN_VOTES_KEY}).filter(v=>v.isOwnArtist&&/^[\\da-f-]{36}$/.test(v.artist.id)).map(v=>'[data-artist="'+v.artist.id+'"]'),f=o+'{order:-1}',s=document.createElement('style');if(o[0]){s.id='${OWN_FIRST_STYLE}';s.textContent=f+'.nominee-grid{visibility:hidden}';document.head.append(s);document.addEventListener('readystatechange',()=>{s.textContent=f},{once:true})}}catch{}`;

export const OWN_FIRST = `<script>${SCRIPT}</script>`;

export const OWN_FIRST_HASH = scriptHash(SCRIPT);
