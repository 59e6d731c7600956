import { OWN_FIRST_STYLE, OWN_VOTES_KEY } from '#shared/domain/own-votes';
import { scriptHash } from './script-hash';

/**
 * Puts the nominees this device has voted for first, before the page is visible. The page is
 * rendered for everyone, and reordering it once the code has loaded could move a nominee under a
 * voter's finger. Nominees stay invisible until all have arrived, because an own one that arrives
 * later would push the visible ones away. Only ids are read from the storage.
 */
const SCRIPT = `try{const o=JSON.parse(localStorage.${OWN_VOTES_KEY}).filter(v=>v.isOwnArtist&&/^[\\da-f-]{36}$/.test(v.artist.id)).map(v=>'[data-artist="'+v.artist.id+'"]'),f=o+'{order:-1}',s=document.createElement('style');if(o[0]){s.id='${OWN_FIRST_STYLE}';s.textContent=f+'.nominee-grid{visibility:hidden}';document.head.append(s);document.addEventListener('readystatechange',()=>{s.textContent=f},{once:true})}}catch{}`;

export const OWN_FIRST = `<script>${SCRIPT}</script>`;

export const OWN_FIRST_HASH = scriptHash(SCRIPT);
