import { Route, Switch } from 'wouter';
import { lazyPage } from '../lazy-page';
import { NotFoundPage } from '../not-found-page';

const ActivityPage = lazyPage(
  'ActivityScreen',
  () => import('#client/features/admin/activity/screen'),
);
const AdminDashboardPage = lazyPage(
  'Dashboard',
  () => import('#client/features/admin/dashboard/screen'),
);
const ArtistFormPage = lazyPage(
  'ArtistFormScreen',
  () => import('#client/features/admin/artist-form/screen'),
);
const BooksPage = lazyPage('BooksScreen', () => import('#client/features/admin/books/screen'));
const CatalogImportPage = lazyPage(
  'CatalogImportScreen',
  () => import('#client/features/admin/import/screen'),
);
const EditionsPage = lazyPage(
  'EditionsAdminScreen',
  () => import('#client/features/admin/editions/screen'),
);
const HealthPage = lazyPage('HealthScreen', () => import('#client/features/admin/health/screen'));
const SettingsPage = lazyPage(
  'SettingsScreen',
  () => import('#client/features/admin/settings/screen'),
);
const SessionsPage = lazyPage(
  'SessionsScreen',
  () => import('#client/features/admin/sessions/screen'),
);
const TeamPage = lazyPage('TeamScreen', () => import('#client/features/admin/team/screen'));
const VoterTrackingPage = lazyPage(
  'VoterTracking',
  () => import('#client/features/admin/tracking/screen'),
);
const VotersPage = lazyPage('VotersScreen', () => import('#client/features/admin/voters/screen'));

/** The administrators' pages, separate from all others: voters load nothing of them. */
export const AdminArea = () => (
  <Switch>
    <Route path="/admin" component={AdminDashboardPage} />
    <Route path="/admin/activity" component={ActivityPage} />
    <Route path="/admin/books" component={BooksPage} />
    <Route path="/admin/editions" component={EditionsPage} />
    <Route path="/admin/health" component={HealthPage} />
    <Route path="/admin/settings" component={SettingsPage} />
    <Route path="/admin/import" component={CatalogImportPage} />
    <Route path="/admin/sessions" component={SessionsPage} />
    <Route path="/admin/team" component={TeamPage} />
    <Route path="/admin/voters" component={VotersPage} />
    <Route path="/admin/voter-tracking" component={VoterTrackingPage} />
    <Route path="/admin/artists/new" component={ArtistFormPage} />
    <Route path="/admin/artists/:id" component={ArtistFormPage} />
    <Route component={NotFoundPage} />
  </Switch>
);
