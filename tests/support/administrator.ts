import type { TestApp } from './app';
import { signIn, Visitor } from './visitor';

/** Somebody who has signed in as the administrator of the stand-in. */
export async function anAdministrator(app: TestApp) {
  const visitor = new Visitor();
  await signIn(visitor, app.url, 'admin');
  const cookie = visitor.cookiesFor(app.url);
  return {
    id: 'demo-admin',
    cookie,
    get: (path: string) => app.http.get(path).set('Cookie', cookie),
    post: (path: string) => app.http.post(path).set('Cookie', cookie),
  };
}
