import { expect, test } from 'vitest';
import { profileFrom } from './profile';

const ISSUER = 'https://accounts.example';
const MARIE = {
  iss: ISSUER,
  sub: 'marie-1',
  email: 'marie@vote.example',
  email_verified: true,
  given_name: 'Marie',
  family_name: 'Ndongo',
  picture: 'https://accounts.example/marie.jpg',
};

test("a profile has the provider's claims", () => {
  expect(profileFrom({ ...MARIE, locale: 'fr' })).toEqual({
    issuer: ISSUER,
    subject: 'marie-1',
    email: 'marie@vote.example',
    firstName: 'Marie',
    lastName: 'Ndongo',
    profileImageUrl: 'https://accounts.example/marie.jpg',
  });
});

test.each([
  ['is not verified', false],
  ['is not said to be verified', undefined],
  ['is verified in another word', 'yes'],
  ['is verified in a number', 1],
])('an address that %s is dropped', (_what, email_verified) => {
  expect(profileFrom({ ...MARIE, email_verified }).email).toBeNull();
});

test('an address marked as verified in text is accepted', () => {
  expect(profileFrom({ ...MARIE, email_verified: 'true' }).email).toBe('marie@vote.example');
});

test('a full name replaces a missing first name', () => {
  const { given_name: _, ...rest } = MARIE;
  expect(profileFrom({ ...rest, name: 'Marie N.' }).firstName).toBe('Marie N.');
});

test('unusable claims are dropped', () => {
  expect(
    profileFrom({
      iss: ISSUER,
      sub: 'x',
      email: 'no address',
      email_verified: true,
      given_name: 'a\0b',
      family_name: '  ',
      picture: 'http://accounts.example/a.jpg',
    }),
  ).toEqual({
    issuer: ISSUER,
    subject: 'x',
    email: null,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
  });
});

test.each([
  ['nobody', { iss: ISSUER }],
  ['an empty subject', { iss: ISSUER, sub: '' }],
  ['a subject that cannot be stored', { iss: ISSUER, sub: 'a\0' }],
  ['a subject of nobody’s', { sub: 'x' }],
])('%s is refused', (_what, claims) => {
  expect(() => profileFrom(claims)).toThrow();
});
