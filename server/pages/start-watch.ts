import { createHash } from 'node:crypto';

/**
 * Says that the site does not start in this browser, and tells us of it: in a browser below the floor
 * (`CSSLayerBlockRule` came with the versions of it, see `scripts/lib/browser-floor`), and where the
 * site's own code fails before it has taken the page over. It is written for any browser that there
 * is. What the server has drawn stays as it is, and its links work.
 */
const SCRIPT = `(function(w,d,told){
function tell(){var n=d.getElementById('not-started');n?n.hidden=false:d.addEventListener('DOMContentLoaded',tell)}
function fail(m,u,l,c){
tell();
if(told)return;told=1;
try{var x=new XMLHttpRequest();x.open('POST','/api/phone-failures');x.setRequestHeader('Content-Type','application/json');
x.send(JSON.stringify({kind:'start',page:'other',message:String(m).replace(/"[^"]*"|'[^']*'/g,'').slice(0,200),frames:u&&u.indexOf(location.origin+'/assets/')===0?[u.slice(location.origin.length)+':'+(l||0)+':'+(c||0)]:[],language:d.documentElement.lang==='fr'?'fr':'en'}))}catch(e){}
}
function heard(e){
if(e.message)e.filename&&e.filename.indexOf(location.origin)===0&&fail(e.message,e.filename,e.lineno,e.colno);
else if(e.target&&e.target.tagName==='SCRIPT')tell()
}
w.addEventListener('error',heard,true);
w.addEventListener('taken-over',function(){w.removeEventListener('error',heard,true);var n=d.getElementById('not-started');if(n)n.hidden=true});
if(!('CSSLayerBlockRule'in w))fail('below the floor')
})(window,document)`.replace(/\n/g, '');

export const START_WATCH = `<script>${SCRIPT}</script>`;

/** By which the policy of our pages lets this script run. */
export const START_WATCH_HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
