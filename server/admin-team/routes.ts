import {
  currentAdmin,
  endOtherSessions,
  endOwnSession,
  type ListedRoles,
  listOwnSessions,
} from '../auth';
import type { Database } from '../db/client';
import type { Api, SecurityLog } from '../http';
import { changeRole, endSessionsOfMember, invite, withdrawInvitation } from './change-team';
import { readTeam } from './read-team';

interface AdminTeamDeps {
  db: Database;
  listed: ListedRoles;
  security: SecurityLog;
}

/** The team, and the caller's sessions. Must be mounted behind the team's guard. */
export function adminTeamRoutes(api: Api, { db, listed, security }: AdminTeamDeps): void {
  api.serve('GET /api/admin/team', ({ req }) => readTeam(db, currentAdmin(req).id, listed));
  api.serve('POST /api/admin/team/invitations', async ({ body, req }) => {
    await invite(db, currentAdmin(req).id, body);
    security.tell(req, 'invited', { role: body.role });
    return undefined;
  });
  api.serve('DELETE /api/admin/team/invitations/:id', async ({ params, req }) => {
    await withdrawInvitation(db, currentAdmin(req).id, params.id);
    security.tell(req, 'invitation-withdrawn');
    return undefined;
  });
  api.serve('PUT /api/admin/team/:id/role', async ({ params, body: { role }, req }) => {
    await changeRole(db, { actorId: currentAdmin(req).id, memberId: params.id, role });
    security.tell(req, 'role-given', { ofUser: params.id, role, reason: 'team' });
    return undefined;
  });
  api.serve('DELETE /api/admin/team/:id', async ({ params, req }) => {
    await changeRole(db, { actorId: currentAdmin(req).id, memberId: params.id, role: null });
    security.tell(req, 'role-taken', { ofUser: params.id, reason: 'team' });
    return undefined;
  });
  api.serve('DELETE /api/admin/team/:id/sessions', async ({ params, req }) => {
    await endSessionsOfMember(db, currentAdmin(req).id, params.id);
    security.tell(req, 'sessions-ended', { ofUser: params.id });
    return undefined;
  });

  api.serve('GET /api/admin/sessions', ({ req }) => listOwnSessions(db, req));
  api.serve('DELETE /api/admin/sessions/:id', async ({ params, req }) => {
    await endOwnSession(db, req, params.id);
    security.tell(req, 'sessions-ended');
    return undefined;
  });
  api.serve('DELETE /api/admin/sessions', async ({ req }) => {
    await endOtherSessions(db, req);
    security.tell(req, 'sessions-ended');
    return undefined;
  });
}
