import { describe, expect, test } from 'vitest';
import { pictureLink } from './picture-link';

const ID = '1AbCdEfGhIj';
const THUMBNAIL = `https://drive.google.com/thumbnail?id=${ID}&sz=w1600`;

describe('a link becomes the address of its file', () => {
  test.each([
    // As the button "Copy link" gives it
    [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, THUMBNAIL],
    [`https://drive.google.com/file/d/${ID}/view?usp=drive_link`, THUMBNAIL],
    [`https://drive.google.com/file/d/${ID}/preview`, THUMBNAIL],
    [`https://drive.google.com/file/u/1/d/${ID}/view`, THUMBNAIL],
    [`http://drive.google.com/file/d/${ID}`, THUMBNAIL],
    [`drive.google.com/file/d/${ID}/view`, THUMBNAIL],
    [`https://drive.google.com/a/festival.cm/file/d/${ID}/view`, THUMBNAIL],
    // As Google Forms writes it into its table
    [`https://drive.google.com/open?id=${ID}`, THUMBNAIL],
    [`https://drive.google.com/u/0/open?usp=forms_web&id=${ID}`, THUMBNAIL],
    // What guides have advised
    [`https://drive.google.com/uc?id=${ID}`, THUMBNAIL],
    [`https://drive.google.com/uc?export=view&id=${ID}`, THUMBNAIL],
    [`https://drive.google.com/uc?export=download&id=${ID}`, THUMBNAIL],
    [`https://drive.usercontent.google.com/download?id=${ID}&export=view`, THUMBNAIL],
    [`https://docs.google.com/file/d/${ID}/edit?usp=drivesdk`, THUMBNAIL],
    [
      `https://drive.google.com/file/d/${ID}/view?usp=sharing&resourcekey=0-aB_c`,
      `${THUMBNAIL}&resourcekey=0-aB_c`,
    ],
    [
      'https://www.dropbox.com/s/abc123/photo.jpg?dl=0',
      'https://www.dropbox.com/s/abc123/photo.jpg?raw=1',
    ],
    [
      'https://www.dropbox.com/s/abc123/photo.jpg',
      'https://www.dropbox.com/s/abc123/photo.jpg?raw=1',
    ],
    [
      'https://www.dropbox.com/scl/fi/x1y2/Mama%20Njanga.jpg?rlkey=k3y&st=abc&dl=0',
      'https://www.dropbox.com/scl/fi/x1y2/Mama%20Njanga.jpg?rlkey=k3y&st=abc&raw=1',
    ],
    [
      'https://dropbox.com/sh/x1/y2/photo.JPG?dl=1',
      'https://www.dropbox.com/sh/x1/y2/photo.JPG?raw=1',
    ],
    [
      'https://www.google.com/imgres?imgurl=https%3A%2F%2Fhost.example%2Fa.jpg&imgrefurl=https%3A%2F%2Fhost.example',
      'https://host.example/a.jpg',
    ],
    [
      'https://commons.wikimedia.org/wiki/File:Manu_Dibango.jpg',
      'https://commons.wikimedia.org/wiki/Special:FilePath/Manu_Dibango.jpg?width=1600',
    ],
    [
      'https://fr.m.wikipedia.org/wiki/Fichier:Manu_Dibango.jpg',
      'https://fr.wikipedia.org/wiki/Special:FilePath/Manu_Dibango.jpg?width=1600',
    ],
    [
      'https://en.wikipedia.org/wiki/Manu_Dibango#/media/File:Manu_Dibango.jpg',
      'https://en.wikipedia.org/wiki/Special:FilePath/Manu_Dibango.jpg?width=1600',
    ],
    // As Airtable writes it into its table
    [
      'photo (1).jpg (https://v5.airtableusercontent.com/v3/u/a1/photo.jpg)',
      'https://v5.airtableusercontent.com/v3/u/a1/photo.jpg',
    ],
  ])('%s', (entered, address) => {
    expect(pictureLink(entered)).toEqual({ address });
    // A second time, as when a form is saved again, changes nothing.
    expect(pictureLink(address)).toEqual({ address });
  });
});

test.each([
  'https://www.facebook.com/photo/?fbid=123',
  'https://m.facebook.com/photo.php?fbid=123',
  'https://web.facebook.com/artist/photos',
  'https://fb.watch/abc',
  'https://www.instagram.com/p/CxYz/',
  'https://photos.app.goo.gl/aBcDeF',
  'https://photos.google.com/share/abc',
  'https://drive.google.com/drive/folders/1AbC?usp=sharing',
  'https://docs.google.com/document/d/1AbC/edit',
  'https://www.dropbox.com/scl/fo/abc/xyz?rlkey=k&dl=0',
  'https://www.dropbox.com/home/Photos?preview=a.jpg',
  'https://1drv.ms/i/s!AjIxK6fZSqHTiH9q',
  'https://onedrive.live.com/?id=ABC%21123&cid=ABC',
  'https://festival-my.sharepoint.com/:i:/g/personal/name/Ebzk',
  'https://www.icloud.com/photos/#0abc',
  'https://wa.me/237677000000',
  'https://www.google.com/search?q=mama+njanga&tbm=isch',
  'https://share.google/images/abc',
  'https://x.com/artist/status/1/photo/1',
  'https://imgur.com/a/abc123',
  'https://ibb.co/abc123',
  'https://commons.wikimedia.org/wiki/Category:Singers',
  'https://fr.wikipedia.org/wiki/Manu_Dibango',
  'https://instagr.am/p/CxYz/',
  'https://bit.ly/3abc',
  'https://tinyurl.com/3abc',
  'https://forms.gle/aBcDeF',
  'https://linktr.ee/artist',
  'https://open.spotify.com/intl-fr/artist/1AbC',
  'https://www.boomplay.com/artists/123',
  'https://audiomack.com/artist',
  'https://www.deezer.com/fr/artist/27',
  'https://soundcloud.com/artist',
  'https://music.apple.com/cm/artist/name/123',
  'https://www.swisstransfer.com/d/abc',
  'https://u.pcloud.link/publink/show?code=abc',
  'https://my.pcloud.com/publink/show?code=abc',
  'https://www.terabox.com/s/1abc',
  'https://1024terabox.com/s/1abc',
  'https://gofile.io/d/abc',
])('%s is a page, not a picture', (entered) => {
  expect(pictureLink(entered)).toEqual({ problem: 'page' });
});

test.each([
  'https://drive.google.com/open?id=1a, https://drive.google.com/open?id=1b',
  'https://host.example/a.jpg https://host.example/b.jpg',
  'https://host.example/a.jpg;https://host.example/b.jpg',
  'https://host.example/a.jpg\nhttps://host.example/b.jpg',
  'drive.google.com/open?id=1a, drive.google.com/open?id=1b',
  'drive.google.com/file/d/1a/view\nwww.dropbox.com/s/abc123/photo.jpg',
  'a.jpg (https://host.example/a.jpg),b.jpg (https://host.example/b.jpg)',
])('%j has two addresses', (entered) => {
  expect(pictureLink(entered)).toEqual({ problem: 'several' });
});

test.each([
  '/uploads/0123456789abcdef0123456789abcdef.webp',
  'https://host.example/photo.jpg',
  'https://host.example/photo?size=large,https',
  'https://res.cloudinary.com/demo/image/fetch/w_300/https://host.example/a.jpg',
  'https://scontent.xx.fbcdn.net/v/t39/a.jpg?oh=1',
  'https://lh3.googleusercontent.com/d/1AbC=w1600',
  'https://dl.dropboxusercontent.com/s/abc123/photo.jpg',
  'https://i.imgur.com/abc123.jpg',
  'https://i.ibb.co/abc/a.jpg',
  'https://pbs.twimg.com/media/abc?format=jpg',
  'https://upload.wikimedia.org/wikipedia/commons/a/ab/Manu.jpg',
  'https://box.company.example/a.jpg',
  'https://host.example/photo_(https://host.example/a)',
  'https://source.boomplaymusic.com/a.jpg',
  'https://assets.audiomack.com/a.jpg',
  'https://i.scdn.co/image/abc',
  'https://api.deezer.com/artist/27/image',
  'not an address',
  '',
])('%j stays as it is', (entered) => {
  expect(pictureLink(entered)).toEqual({ address: entered });
});
