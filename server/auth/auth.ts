import type { RequestHandler } from 'express';
import passportLibrary from 'passport';
import type pg from 'pg';
import { z } from 'zod';
import type { Config } from '../config';
import type { Database } from '../db/client';
import type { Api } from '../http';
import type { Logger } from '../platform/logger';
import { currentAdmin, currentUser, requireThat } from './current-user';
import { authRoutes } from './routes';
import { sessions } from './sessions';
import { Issuer } from './sign-in/issuer';
import { SignIn } from './sign-in/sign-in';
import type { SignInSettings } from './sign-in/sign-in-settings';
import { findUser, recordSignIn } from './users';

/** A session in use lives on for a week at a time, but never longer than this. */
const MAX_SESSION_MS = 30 * 24 * 3_600_000;

interface AuthDeps {
  config: Pick<Config, 'publicUrl' | 'sessionSecrets'>;
  settings: SignInSettings;
  db: Database;
  pool: pg.Pool;
  logger: Logger;
}

export interface Auth {
  /** What makes `req.session`, for routes that need one of a visitor. */
  sessions: RequestHandler[];
  /** Signing in and out, and who one is. */
  addRoutes(api: Api): void;
  /** Lets who is signed in pass. */
  requireUser: RequestHandler[];
  /** Lets administrators pass, as the database knows them at this very request. */
  requireAdmin: RequestHandler[];
}

/** Who is signed in, and since when; nothing else of them is kept in a session. */
const signedIn = z.object({ id: z.string(), at: z.number() });

/** Who is signed in, how they get in and out, and what keeps the others out. */
export function createAuth({ config, settings, db, pool, logger }: AuthDeps): Auth {
  const passport = new passportLibrary.Passport();
  passport.serializeUser<z.infer<typeof signedIn>>(({ id }, done) => {
    done(null, { id, at: Date.now() });
  });
  passport.deserializeUser((kept: unknown, done) => {
    const { data } = signedIn.safeParse(kept);
    if (!data || Date.now() - data.at > MAX_SESSION_MS) {
      done(null, false);
      return;
    }
    findUser(db, data.id).then((user) => done(null, user ?? false), done);
  });

  const withSession = sessions({ config, pool, logger });
  const identified = [...withSession, passport.session()];
  const issuer = new Issuer(settings);
  const signIn = new SignIn({
    passport,
    issuer,
    publicOrigin: new URL(config.publicUrl).origin,
    recordSignIn: (profile) => recordSignIn(db, profile, settings.adminEmails),
  });
  const requireUser = [...identified, requireThat(currentUser)];
  return {
    sessions: withSession,
    addRoutes: (api) =>
      authRoutes(api, { config, issuer, signIn, identified, requireUser, logger }),
    requireUser,
    requireAdmin: [...identified, requireThat(currentAdmin)],
  };
}
