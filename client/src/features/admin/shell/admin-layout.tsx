import type { ReactNode } from 'react';
import { AdminOnly } from '../../auth';
import { AdminHeader } from './admin-header';

/** The header around every page under /admin, for administrators only. */
export const AdminLayout = ({ children }: { children: ReactNode }) => (
  <AdminOnly>
    <AdminHeader />
    {children}
  </AdminOnly>
);
