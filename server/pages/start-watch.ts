import { scriptHash } from './script-hash';

/**
 * Shows a message when the site does not start in this browser, and reports it to us: in a browser
 * below the minimum versions (`CSSLayerBlockRule` came with them, see `scripts/lib/browser-floor`),
 * and when the site's code fails before hydration. Written for any existing browser. The
 * server-rendered content stays as it is, and its links work.
 *
 * A style sheet that failed or is truncated in the browser's cache is requested again, bypassing
 * the cache; a slow one is no longer waited for, so that the page can be read.
 */
const SCRIPT = `(function(w,d,told){
function tell(){var n=d.getElementById('not-started');n?n.hidden=false:d.addEventListener('DOMContentLoaded',tell)}
function fail(m,u,l,c){
tell();
if(told)return;told=1;
try{var x=new XMLHttpRequest();x.open('POST','/api/phone-failures');x.setRequestHeader('Content-Type','application/json');
x.send(JSON.stringify({kind:'start',page:'other',message:String(m).replace(/"[^"]*"|'[^']*'/g,'').slice(0,200),frames:u&&u.indexOf(location.origin+'/assets/')===0?[u.slice(location.origin.length)+':'+(l||0)+':'+(c||0)]:[],language:d.documentElement.lang==='fr'?'fr':'en'}))}catch(e){}
}
function heard(e){if(e.filename&&e.filename.indexOf(location.origin)===0)fail(e.message,e.filename,e.lineno,e.colno)}
function anew(l,media){var n=l.cloneNode();n.media=media;n.onload=function(){n.media='all'};l.parentNode.replaceChild(n,l)}
d.addEventListener('error',function(e){var l=e.target;
if(l.rel==='stylesheet')setTimeout(function(){function again(){anew(l,l.media)}fetch(l.href,{cache:'reload',integrity:l.integrity}).then(again,again)},2000)
},true);
setTimeout(function(){var all=d.querySelectorAll('link[rel=stylesheet]'),i;for(i=0;i<all.length;i++)if(!all[i].sheet)anew(all[i],'print')},10000);
w.addEventListener('error',heard);
w.addEventListener('hydrated',function(){w.removeEventListener('error',heard);var n=d.getElementById('not-started');if(n)n.hidden=true});
if(!('CSSLayerBlockRule'in w))fail('below the floor')
})(window,document)`.replace(/\n/g, '');

export const START_WATCH = `<script>${SCRIPT}</script>`;

export const START_WATCH_HASH = scriptHash(SCRIPT);
