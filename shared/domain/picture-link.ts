import { webAddress } from './web-address';

/** What people enter where the address of a picture belongs. */
export type PictureLink =
  /** The address of the file, made from the link of a page where its service allows that. */
  { address: string } | { problem: 'page' | 'several' };

/** The separators that forms and people put between two addresses. */
const ANOTHER_ADDRESS = /\S[\s,;|]+(?:https?:\/\/|www\.|drive\.google\.com\/)/i;
/** Airtable writes the address of a file in brackets after its name. */
const NAMED_ADDRESS = /\.\w{3,4} \((https?:\/\/[^\s()]+)\)/gi;

/**
 * Returns the address of the file for a link to one at Google Drive, Dropbox and the like. Links to
 * other known services lead to a page, which no site can show as a picture. An address of any other
 * host is returned unchanged, whatever it leads to.
 */
export function pictureLink(entered: string): PictureLink {
  const trimmed = entered.trim();
  const [named, another] = trimmed.matchAll(NAMED_ADDRESS);
  if (another) return { problem: 'several' };
  const text = named?.[1] ?? trimmed;
  if (ANOTHER_ADDRESS.test(text)) return { problem: 'several' };
  // Browsers leave out the scheme when an address is copied in part.
  const url = webAddress(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol)) return { address: text };
  const service = SERVICES.find(({ hosts }) => hosts.test(url.hostname));
  if (!service) return { address: text };
  const address = service.file?.(url) ?? null;
  if (address === null) return { problem: 'page' };
  return { address: address === AS_ENTERED ? text : address };
}

/** Returns the address of the file where a link leads to one, and any other text unchanged. */
export function fileAddress(entered: string): string {
  const link = pictureLink(entered);
  return 'address' in link ? link.address : entered;
}

/** The link is that of a file already. */
const AS_ENTERED = 'as entered';

interface Service {
  hosts: RegExp;
  /** Returns the address of the file; null when the link leads to a page. */
  file?: (url: URL) => string | null;
}

const host = (...names: string[]) =>
  new RegExp(`^(?:[\\w-]+\\.)*(?:${names.join('|').replaceAll('.', '\\.')})$`, 'i');

const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|avif|heic|heif)$/i;
const byName = ({ pathname }: URL) => (PICTURE_NAME.test(pathname) ? AS_ENTERED : null);

/**
 * Since January 2024 `uc?id=` shows no picture any more; the thumbnail is a JPEG of the requested
 * size, of an iPhone's HEIC too.
 */
function driveFile({ pathname, searchParams }: URL): string | null {
  if (pathname === '/thumbnail') return AS_ENTERED;
  const [, inPath] = /\/file(?:\/u\/\d+)?\/d\/([\w-]+)/.exec(pathname) ?? [];
  const isFile = /\/(?:open|uc)$/.test(pathname);
  return thumbnailOf(inPath ?? (isFile ? searchParams.get('id') : null), searchParams);
}

function thumbnailOf(id: string | null, searchParams: URLSearchParams): string | null {
  if (!id || !/^[\w-]+$/.test(id)) return null;
  const query = new URLSearchParams({ id, sz: 'w1600' });
  // Files shared before September 2021 need it.
  const key = searchParams.get('resourcekey');
  if (key) query.set('resourcekey', key);
  return `https://drive.google.com/thumbnail?${query}`;
}

/** Where a download from Drive leads: the same file, but only for a while. */
const usercontentFile = ({ searchParams }: URL): string | null =>
  thumbnailOf(searchParams.get('id'), searchParams);

/** The parameter `rlkey` gives access and has to stay. */
function dropboxFile(url: URL): string | null {
  const { pathname, searchParams } = url;
  const isFile =
    /^\/(?:s|scl\/fi)\/[^/]+\/./.test(pathname) ||
    (/^\/(?:sh|scl\/fo)\//.test(pathname) && PICTURE_NAME.test(pathname));
  if (!isFile) return null;
  searchParams.delete('dl');
  searchParams.set('raw', '1');
  return `https://www.dropbox.com${pathname}?${searchParams}`;
}

/** The results of a search for pictures name the picture's own address. */
function foundByGoogle({ pathname, searchParams }: URL): string | null {
  const found = pathname === '/imgres' ? searchParams.get('imgurl') : null;
  return found && webAddress(found) ? found : null;
}

/** Only the link of the dialog "Embed" and its download have the file. */
const oneDriveFile = ({ hostname, pathname }: URL): string | null =>
  hostname === 'onedrive.live.com' && /^\/download$/i.test(pathname) ? AS_ENTERED : null;

const boxFile = ({ pathname }: URL): string | null =>
  pathname.startsWith('/shared/static/') ? AS_ENTERED : null;

/** A page of a file, or an article over which its picture is opened. */
function wikiFile({ hostname, pathname, hash }: URL): string | null {
  if (pathname.startsWith('/wiki/Special:FilePath/')) return AS_ENTERED;
  const [, name] = /(?:^\/wiki\/|#\/media\/)(?:File|Fichier):(.+)$/i.exec(pathname + hash) ?? [];
  return name && PICTURE_NAME.test(name)
    ? `https://${hostname.replace('.m.', '.')}/wiki/Special:FilePath/${name}?width=1600`
    : null;
}

const SERVICES: readonly Service[] = [
  { hosts: /^drive\.google\.com$/i, file: driveFile },
  // A file of Drive in its former address; otherwise a document, a table or a form.
  { hosts: /^docs\.google\.com$/i, file: driveFile },
  { hosts: /^drive\.usercontent\.google\.com$/i, file: usercontentFile },
  { hosts: /^(?:www\.)?google(?:\.com?)?(?:\.\w{2})?$/i, file: foundByGoogle },
  { hosts: /^(?:photos|share)\.google(?:\.com)?$/i },
  { hosts: /^(?:photos\.app\.goo\.gl|goo\.gl)$/i },
  { hosts: /^(?:www\.|m\.)?dropbox\.com$/i, file: dropboxFile },
  { hosts: /^db\.tt$/i },
  {
    hosts: host('1drv.ms', 'onedrive.live.com', 'photos.onedrive.com', 'sharepoint.com'),
    file: oneDriveFile,
  },
  { hosts: host('icloud.com') },
  { hosts: host('box.com'), file: boxFile },
  { hosts: host('wetransfer.com', 'we.tl', 'mega.nz', 'mediafire.com', 'swisstransfer.com') },
  { hosts: /^(?:(?:www|my|u|e)\.)?pcloud\.(?:com|link)$|^(?:www\.)?gofile\.io$/i },
  { hosts: /^(?:[\w-]+\.)*\w*terabox\w*\.(?:com|app)$/i },
  { hosts: host('bit.ly', 'tinyurl.com', 'forms.gle', 'linktr.ee') },
  { hosts: host('facebook.com', 'fb.com', 'fb.me', 'fb.watch', 'messenger.com') },
  { hosts: host('instagram.com', 'instagr.am', 'threads.net', 'threads.com') },
  { hosts: host('whatsapp.com', 'wa.me', 't.me', 'telegram.me') },
  { hosts: /^(?:www\.|mobile\.|m\.)?(?:twitter|x)\.com$/i },
  { hosts: /^(?:www\.|m\.|vm\.)?tiktok\.com$/i },
  { hosts: host('linkedin.com', 'snapchat.com', 'canva.com') },
  { hosts: /^(?:(?:www|m|music)\.)?youtube\.com$|^youtu\.be$/i },
  // Pages of music; their pictures have other hosts.
  {
    hosts:
      /^(?:open\.spotify|music\.apple|(?:(?:www|m)\.)?(?:boomplay|audiomack|deezer|soundcloud))\.com$/i,
  },
  { hosts: /^(?:[\w-]+\.)?pinterest\.(?:com|fr|co\.uk)$|^pin\.it$/i },
  { hosts: /^(?:www\.|m\.)?imgur\.com$/i, file: byName },
  { hosts: /^(?:www\.)?(?:ibb\.co|imgbb\.com|postimg\.cc|prnt\.sc|flickr\.com|flic\.kr)$/i },
  { hosts: /^(?:commons\.(?:m\.)?wikimedia|[\w-]+\.(?:m\.)?wikipedia)\.org$/i, file: wikiFile },
];
