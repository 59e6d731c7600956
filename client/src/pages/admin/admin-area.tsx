import { Route, Switch } from 'wouter';
import { lazyPage } from '../lazy-page';
import { NotFoundPage } from '../not-found-page';

const ActivityPage = lazyPage('ActivityPage', () => import('./activity-page'));
const AdminDashboardPage = lazyPage('AdminDashboardPage', () => import('./admin-dashboard-page'));
const ArtistFormPage = lazyPage('ArtistFormPage', () => import('./artist-form-page'));
const BooksPage = lazyPage('BooksPage', () => import('./books-page'));
const CatalogImportPage = lazyPage('CatalogImportPage', () => import('./catalog-import-page'));
const HealthPage = lazyPage('HealthPage', () => import('./health-page'));
const SettingsPage = lazyPage('SettingsPage', () => import('./settings-page'));
const SessionsPage = lazyPage('SessionsPage', () => import('./sessions-page'));
const TeamPage = lazyPage('TeamPage', () => import('./team-page'));
const VoterTrackingPage = lazyPage('VoterTrackingPage', () => import('./voter-tracking-page'));
const VotersPage = lazyPage('VotersPage', () => import('./voters-page'));

/** The administrators' pages, separate from all others: voters load nothing of them. */
export const AdminArea = () => (
  <Switch>
    <Route path="/admin" component={AdminDashboardPage} />
    <Route path="/admin/activity" component={ActivityPage} />
    <Route path="/admin/books" component={BooksPage} />
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
