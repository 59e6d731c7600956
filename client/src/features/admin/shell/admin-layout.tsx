import type { ReactNode } from 'react';
import { AdminOnly } from '../../auth';
import { AdminHeader } from './admin-header';

/**
 * Header and daylight around every page under /admin, for administrators only. The `desk` class is
 * what changes the colours of the whole document.
 */
export const AdminLayout = ({ children }: { children: ReactNode }) => (
  <div className="desk">
    <AdminOnly>
      <AdminHeader />
      {children}
    </AdminOnly>
  </div>
);
