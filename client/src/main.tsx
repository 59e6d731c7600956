import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { watchAttendance } from './lib/api/attendance';
import { initI18n } from './lib/i18n';
import { applyTheme } from './lib/theme';
import './styles.css';

function render(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Before the wait for the language: otherwise the administration would flash in the dark theme.
applyTheme(window.location.pathname);

watchAttendance();

// Not awaited: pages that import from this module would wait for each other. Without any language
// the notice in index.html stays, which offers to try again.
void initI18n().then(render);
