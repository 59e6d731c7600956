import { expect, test, vi } from 'vitest';
import { addressToShare, shareLink } from './share-link';

const link = { title: 'Best Artist', url: 'https://awards.example/category/1' };

function aDevice({
  share,
  writeText = async () => {},
}: {
  share?: () => Promise<void>;
  writeText?: (text: string) => Promise<void>;
}) {
  return { share, clipboard: { writeText } } as unknown as Navigator;
}

test('a phone with a share sheet opens it and copies nothing', async () => {
  const share = vi.fn(async () => {});
  const writeText = vi.fn(async () => {});
  expect(await shareLink(link, aDevice({ share, writeText }))).toBe('shared');
  expect(share).toHaveBeenCalledWith(link);
  expect(writeText).not.toHaveBeenCalled();
});

test('closing the share sheet copies nothing', async () => {
  const writeText = vi.fn(async () => {});
  const share = () => Promise.reject(new DOMException('cancelled', 'AbortError'));
  expect(await shareLink(link, aDevice({ share, writeText }))).toBe('dismissed');
  expect(writeText).not.toHaveBeenCalled();
});

test('a share sheet that fails falls back to copying', async () => {
  const share = () => Promise.reject(new DOMException('not here', 'NotAllowedError'));
  expect(await shareLink(link, aDevice({ share }))).toBe('copied');
});

test('without a share sheet the address is copied', async () => {
  const writeText = vi.fn(async () => {});
  expect(await shareLink(link, aDevice({ writeText }))).toBe('copied');
  expect(writeText).toHaveBeenCalledWith(link.url);
});

test('a rejected or missing clipboard is a failure, not an exception', async () => {
  const writeText = () => Promise.reject(new Error('denied'));
  expect(await shareLink(link, aDevice({ writeText }))).toBe('failed');
  expect(await shareLink(link, {} as Navigator)).toBe('failed');
});

test.each([
  ['https://awards.example/category/1', 'https://awards.example/category/1?lang=fr&ref=share'],
  [
    'https://awards.example/category/1?artist=2',
    'https://awards.example/category/1?artist=2&lang=fr&ref=share',
  ],
  [
    'https://awards.example/category/1?lang=en&ref=radio',
    'https://awards.example/category/1?lang=fr&ref=share',
  ],
])('%s is shared in the current language, with a marker', (address, shared) => {
  expect(addressToShare(address, 'fr')).toBe(shared);
});
