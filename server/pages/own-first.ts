import { OWN_FIRST_STYLE, OWN_VOTES_KEY } from '#shared/domain/own-votes';
import { scriptHash } from './script-hash';

/**
 * Moves the nominees that this device has voted for to the front before the page is visible. The
 * page is rendered for all visitors, and a reorder after the code has loaded could move a nominee
 * under a voter's finger. Nominees stay invisible until all of them have arrived, because an own
 * nominee that arrives later would push the visible ones down. The script reads only ids from the
 * storage.
 */
const SCRIPT = `try{const o=JSON.parse(localStorage.${OWN_VOTES_KEY}).filter(v=>v.isOwnArtist&&/^[\\da-f-]{36}$/.test(v.artist.id)).map(v=>'[data-artist="'+v.artist.id+'"]'),f=o+'{order:-1}',s=document.createElement('style');if(o[0]){s.id='${OWN_FIRST_STYLE}';s.textContent=f+'.nominee-grid{visibility:hidden}';document.head.append(s);document.addEventListener('readystatechange',()=>{s.textContent=f},{once:true})}}catch{}`;

export const OWN_FIRST = `<script>${SCRIPT}</script>`;

export const OWN_FIRST_HASH = scriptHash(SCRIPT);
