import type { AccountName } from '#sandbox/sign-in/accounts';
import type { CurrentUser } from '#shared/contracts/auth';
import type { Role } from '#shared/domain/permissions';
import type { TestApp } from './app';
import { signIn, Visitor } from './visitor';

/** Signed in with the sandbox's account of an owner. */
export const anAdministrator = (app: TestApp) => signedIn(app, 'admin');

/** Signed in with the sandbox's account of another role. */
export const aTeamMember = (app: TestApp, role: Exclude<Role, 'owner'>) => signedIn(app, role);

/** Signed in with an account that has no permissions. */
export const aSignedInVoter = (app: TestApp) => signedIn(app, 'voter');

async function signedIn(app: TestApp, account: AccountName) {
  const visitor = new Visitor();
  await signIn(visitor, app.url, account);
  const user = await visitor.open(`${app.url}/api/auth/user`);
  const { id }: CurrentUser = await user.json();
  const cookie = visitor.cookiesFor(app.url);
  return {
    id,
    cookie,
    get: (path: string) => app.http.get(path).set('Cookie', cookie),
    post: (path: string) => app.http.post(path).set('Cookie', cookie),
    put: (path: string) => app.http.put(path).set('Cookie', cookie),
    delete: (path: string) => app.http.delete(path).set('Cookie', cookie),
  };
}
