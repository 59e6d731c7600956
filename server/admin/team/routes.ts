import {
  currentAdmin,
  endOtherSessions,
  endOwnSession,
  type ListedRoles,
  listOwnSessions,
} from '#server/auth/index';
import type { Database } from '#server/db/client';
import type { SecurityLog } from '#server/http/index';
import type { Registry } from '#server/room';
import { changeRole, endSessionsOfMember, invite, withdrawInvitation } from './change-team';
import { readTeam } from './read-team';

interface AdminTeamDeps {
  db: Database;
  signIn: { listed: ListedRoles };
  security: SecurityLog;
}

/** Adds the endpoints of the team's members, invitations and sessions. */
export function registerAdminTeam(
  { api }: Registry,
  { db, signIn: { listed }, security }: AdminTeamDeps,
): void {
  api.serve('GET /api/admin/team', ({ req }) => readTeam(db, currentAdmin(req).id, listed));
  api.serve('POST /api/admin/team/invitations', async ({ body, req }) => {
    await invite(db, currentAdmin(req).id, body);
    security.log(req, 'invited', { role: body.role });
    return undefined;
  });
  api.serve('DELETE /api/admin/team/invitations/:id', async ({ params, req }) => {
    await withdrawInvitation(db, currentAdmin(req).id, params.id);
    security.log(req, 'invitation-withdrawn');
    return undefined;
  });
  api.serve('PUT /api/admin/team/:id/role', async ({ params, body: { role }, req }) => {
    await changeRole(db, { actorId: currentAdmin(req).id, memberId: params.id, role });
    security.log(req, 'role-given', { ofUser: params.id, role, reason: 'team' });
    return undefined;
  });
  api.serve('DELETE /api/admin/team/:id', async ({ params, req }) => {
    await changeRole(db, { actorId: currentAdmin(req).id, memberId: params.id, role: null });
    security.log(req, 'role-taken', { ofUser: params.id, reason: 'team' });
    return undefined;
  });
  api.serve('DELETE /api/admin/team/:id/sessions', async ({ params, req }) => {
    await endSessionsOfMember(db, currentAdmin(req).id, params.id);
    security.log(req, 'sessions-ended', { ofUser: params.id });
    return undefined;
  });

  api.serve('GET /api/admin/sessions', ({ req }) => listOwnSessions(db, req));
  api.serve('DELETE /api/admin/sessions/:id', async ({ params, req }) => {
    await endOwnSession(db, req, params.id);
    security.log(req, 'sessions-ended');
    return undefined;
  });
  api.serve('DELETE /api/admin/sessions', async ({ req }) => {
    await endOtherSessions(db, req);
    security.log(req, 'sessions-ended');
    return undefined;
  });
}
